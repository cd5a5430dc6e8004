// The button that prints the sheets. Without it the browser's own command does the same.
"use strict";

const button = document.getElementById("print");

button.hidden = false;
button.addEventListener("click", () => window.print());
