variant "face_others_literal" {
  of = "bugles", ruling = "R64",
  doc = "Regulars of class a and b take the 2 of all other troops when they change face.",
  options = { face_others_literal = true },
}
