/* Makes the letters of a side as large as what it has allows, and those of a table that is too wide smaller. */
for (const page of document.querySelectorAll(".page")) {
  const columns = page.querySelector(".columns");
  const fits = () => columns.scrollWidth <= columns.clientWidth + 1 && columns.scrollHeight <= columns.clientHeight + 1;
  const narrow = (table) => {
    table.style.fontSize = "";
    for (let part = 1; table.offsetWidth > table.parentElement.clientWidth + 1 && part > 0.5; part -= 0.04) {
      table.style.fontSize = part.toFixed(2) + "em";
    }
  };
  for (let size = 11.2; size > 4; size -= 0.1) {
    page.style.fontSize = size.toFixed(2) + "pt";
    page.querySelectorAll("table").forEach(narrow);
    if (fits()) break;
  }
}
