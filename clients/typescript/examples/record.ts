import { Beatcast } from "beatcast";

const beatcast = new Beatcast();
let [settled, right] = [0, 0];
for await (const { isCorrect } of beatcast.listRecord({ outcome: "settled" })) {
  settled++;
  if (isCorrect) right++;
}
console.log(`${right} of ${settled} settled predictions were right.`);
