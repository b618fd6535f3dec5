import type { ReactNode } from "react";
import type { Figures } from "#contract/figures.ts";
import type { TrackRecord } from "#contract/record.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { counted, fixed, number, percent } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { skillIntervalText, skillText } from "#ui/domain/record-figures/skill-text.ts";
import { Term } from "#ui/domain/term.tsx";

type HeadlineProps = { figures: Figures; counts: TrackRecord["counts"] };

/** Totals of the settled predictions of one kind. Small numbers show counts instead of a percentage. */
export function Headline({ figures, counts }: HeadlineProps) {
  const { n, correct, beats, score } = figures;
  return (
    <Card aria-labelledby="headline">
      <CardHeader
        id="headline"
        title={counted(n, "settled prediction")}
        description={
          score
            ? "A percentage alone says little. Compare it with what always making the same prediction would have scored."
            : `No percentage yet: that takes at least ${MIN_SETTLED_FOR_SKILL} settled predictions. Until then they are only counted.`
        }
      />
      <dl className="grid grid-cols-2 gap-x-5 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
        <Figure label="Right" value={number(correct)} note={score && `${percent(correct / n, 1)} of all`} />
        <Figure
          label="Wrong"
          value={number(n - correct)}
          note={score && `${percent(1 - correct / n, 1)} of all`}
        />
        {score && (
          <>
            <Figure
              label="Always predicting “beat”"
              value={percent(beats / n, 1)}
              note="would have been right"
            />
            <Figure
              label={<Term name="brier">Brier score</Term>}
              value={fixed(score.brier, 4)}
              note={`base rate ${fixed(score.baseBrier, 4)}, always “beat” ${fixed(score.alwaysBeatBrier, 4)}`}
            />
            <Skill
              label={
                <>
                  Skill over the <Term name="baseRate">base rate</Term>
                </>
              }
              skill={score.skill}
              interval={score.skillInterval}
            />
            <Skill
              label="Skill over always predicting “beat”"
              skill={score.beatSkill}
              interval={score.beatSkillInterval}
            />
          </>
        )}
        <Figure label="Awaiting their report" value={number(counts.pending)} />
        <Figure label="Under review" value={number(counts.review)} />
        <Figure label="Void" value={number(counts.void)} note="no usable figure came" />
      </dl>
    </Card>
  );
}

type SkillProps = { label: ReactNode; skill: number | null; interval: { low: number; high: number } | null };

function Skill({ label, skill, interval }: SkillProps) {
  const note = interval ? `95% interval ${skillIntervalText(interval)}` : "no interval: too few days";
  return <Figure label={label} value={skillText(skill)} note={note} />;
}
