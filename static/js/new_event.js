// A plan on the page of a new event is of the answers it was made of: once one of them is changed, it
// goes, and the button that shows the new plan is the one to press. Without it the plan stays, and
// what it says is what is made.
"use strict";

const plan = document.getElementById("plan");

if (plan) {
  document.getElementById("answers").addEventListener("input", () => {
    plan.hidden = true;
    document.getElementById("show").classList.remove("quiet");
  });
}
