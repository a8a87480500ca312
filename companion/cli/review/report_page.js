"use strict";
const kept = JSON.parse(document.getElementById("answers").textContent);
const button = document.getElementById("save");
const count = document.getElementById("count");

function given() {
  return [...document.querySelectorAll(".question")].flatMap(question => {
    const chosen = question.querySelector("input[type=radio]:checked");
    if (!chosen) return [];
    const answer = { film: question.dataset.film, time: Number(question.dataset.time) };
    const event = question.querySelector("input[type=text]").value.trim();
    if (chosen.value) return [{ ...answer, choice: chosen.value }];
    return event ? [{ ...answer, event }] : [];
  });
}

function update() {
  const number = given().length;
  button.disabled = !number;
  count.textContent = number === 1 ? "1 answer" : `${number} answers`;
}

document.addEventListener("input", event => {
  if (event.target.type === "text") event.target.closest(".question").querySelector("input[value='']").checked = true;
  update();
});
button.addEventListener("click", () => {
  const answers = given();
  const others = kept.filter(old => !answers.some(one => one.film === old.film && one.time === old.time));
  const text = JSON.stringify({ answers: [...others, ...answers] }, null, 1) + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "answers.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});
update();
