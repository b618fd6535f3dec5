import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { REASON_LENGTH } from "#contract/review.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#ui/field.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { reviewQuery } from "./api.ts";

type Filled<Choice extends string> = { decision: Choice; eps: number; reason: string };

type DecisionFormProps<Choice extends string> = {
  name: string;
  choices: readonly { value: Choice; label: string }[];
  /** The choice for which a figure must be entered. */
  figureFor?: Choice;
  figure?: number | undefined;
  call: (filled: Filled<Choice>) => Promise<unknown>;
};

export function DecisionForm<Choice extends string>(props: DecisionFormProps<Choice>) {
  const { name, choices, figureFor, figure, call } = props;
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState(choices[0]?.value);
  const refresh = () => queryClient.invalidateQueries(reviewQuery());
  const { isPending, errorOf, message, onSubmit } = useForm({
    read: (entry): Filled<Choice> => ({
      decision: (choices.find(({ value }) => value === entry("decision")) ?? choices[0])?.value as Choice,
      eps: entry("eps").trim() === "" ? Number.NaN : Number(entry("eps")),
      reason: entry("reason").trim(),
    }),
    check: ({ decision, eps, reason }) => {
      if (decision === figureFor && !Number.isFinite(eps))
        return { fields: { eps: "Enter the reported EPS as a number." } };
      return reason.length < REASON_LENGTH.least
        ? { fields: { reason: `Enter a reason of at least ${REASON_LENGTH.least} characters.` } }
        : null;
    },
    call,
    success: { title: "Decided" },
    failure: { fallback: "The decision could not be saved. Please try again." },
    refresh,
    onFailure: () => void refresh(),
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label={name} className="mt-4 flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Decision"
          name="decision"
          value={choice}
          options={choices}
          onChange={(event) => setChoice(choices.find(({ value }) => value === event.target.value)?.value)}
        />
        {figureFor !== undefined && choice === figureFor && (
          <TextField
            label="Reported EPS"
            name="eps"
            inputMode="decimal"
            defaultValue={figure ?? ""}
            error={errorOf("eps")}
          />
        )}
      </div>
      <TextAreaField
        label="Reason"
        name="reason"
        rows={2}
        maxLength={REASON_LENGTH.most}
        hint="It is stored with the decision, and public if the decision settles the prediction. Name no person."
        error={errorOf("reason")}
      />
      <ActionFailure message={message} />
      <Button type="submit" isLoading={isPending} className="self-start">
        Decide
      </Button>
    </form>
  );
}
