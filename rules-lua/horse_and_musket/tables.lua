-- How the data in tables/ is read. The numbers themselves are in the CSV files.

lookup "constants" { key = "name", value = "value", doc = "distances, limits and fixed numbers" }
