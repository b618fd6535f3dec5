import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Volume } from "#ui/icons.tsx";

/** Reads a text aloud where the browser can speak; elsewhere it only shows that it is on. */
export function ListenToggle({ text }: { text: string }) {
  const [isOn, setIsOn] = useState(false);

  useEffect(() => {
    if (!isOn || !("speechSynthesis" in window)) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = "en-US";
    utterance.onend = () => setIsOn(false);
    speechSynthesis.speak(utterance);
    return () => {
      utterance.onend = null;
      speechSynthesis.cancel();
    };
  }, [isOn, text]);

  return (
    <Button variant="secondary" size="lg" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      <Volume className={classes("size-5", isOn && "animate-pulse text-primary")} />
      <span>Listen</span>
      <span className="font-normal text-muted">{isOn ? "Stop" : "Start"}</span>
    </Button>
  );
}
