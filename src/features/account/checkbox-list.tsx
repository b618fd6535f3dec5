import { Checkbox } from "#ui/choice.tsx";

type CheckboxListProps<Choice extends string> = {
  legend: string;
  choices: readonly Choice[];
  texts: Record<Choice, { label: string; hint: string }>;
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
};

/** Checkboxes to choose several of a few. What is chosen stays in the order of the choices. */
export function CheckboxList<Choice extends string>(props: CheckboxListProps<Choice>) {
  const { legend, choices, texts, chosen, onChange } = props;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          {...texts[choice]}
          checked={chosen.includes(choice)}
          onChange={(isOn) =>
            onChange(choices.filter((one) => (one === choice ? isOn : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
