import { useState } from "react";
import { type Figures, type GroupFigures, type Grouping, groupings } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { fixed, MISSING, number } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "../../table.tsx";
import { TabPanel, Tabs } from "../../tabs.tsx";
import { groupName, skillIntervalText, skillText } from "./texts.ts";

const titles: Record<Grouping, string> = {
  sector: "Sector",
  size: "Company size",
  confidence: "Confidence",
  daysBefore: "Days before report",
  model: "Model",
};
const tabs = groupings.map((value) => ({ value, label: titles[value] }));

export function GroupTable({ groups }: Pick<Figures, "groups">) {
  const [by, setBy] = useState<Grouping>("sector");
  const shown = groups.find((group) => group.by === by)?.groups ?? [];
  return (
    <Tabs label="Groups" tabs={tabs} value={by} onChange={setBy}>
      <TabPanel value={by} className="pt-4">
        {shown.length === 0 ? (
          <p className="text-muted">Nothing is settled yet.</p>
        ) : (
          <Groups by={by} groups={shown} />
        )}
      </TabPanel>
    </Tabs>
  );
}

function Groups({ by, groups }: { by: Grouping; groups: readonly GroupFigures[] }) {
  const ends = groups.flatMap(({ score }) => [
    score?.skill ?? 0,
    score?.skillInterval?.low ?? 0,
    score?.skillInterval?.high ?? 0,
  ]);
  const scale = { from: Math.min(-0.05, ...ends), to: Math.max(0.05, ...ends) };
  return (
    <Table caption={`Scores by ${titles[by].toLowerCase()}`}>
      <thead>
        <tr>
          <HeadingCell>{titles[by]}</HeadingCell>
          <HeadingCell isNumeric>Settled</HeadingCell>
          <HeadingCell isNumeric>Right</HeadingCell>
          <HeadingCell isNumeric>Brier score</HeadingCell>
          <HeadingCell isNumeric>Skill</HeadingCell>
          <HeadingCell>95% interval of the skill</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, n, correct, score }) => (
          <tr key={key}>
            <Cell className="whitespace-nowrap font-medium">{groupName(by, key)}</Cell>
            <Cell isNumeric>{number(n)}</Cell>
            <Cell isNumeric>{number(correct)}</Cell>
            <Cell isNumeric>{fixed(score?.brier, 3)}</Cell>
            <Cell isNumeric>{score ? skillText(score.skill) : MISSING}</Cell>
            <Cell className="min-w-52">
              {score ? (
                <SkillRange score={score} scale={scale} />
              ) : (
                <span className="text-muted">withheld under {MIN_SETTLED_FOR_SKILL}</span>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type SkillRangeProps = { score: NonNullable<GroupFigures["score"]>; scale: { from: number; to: number } };

function SkillRange({ score: { skill, skillInterval }, scale }: SkillRangeProps) {
  const place = (value: number) => `${(100 * (value - scale.from)) / (scale.to - scale.from)}%`;
  if (!skillInterval) return <span className="text-muted">reports of too few days</span>;
  const { low, high } = skillInterval;
  return (
    <>
      <span className="relative block h-3.5" aria-hidden="true">
        <span className="absolute inset-y-0 w-px bg-edge" style={{ left: place(0) }} />
        <span
          className="absolute top-1.25 h-1 rounded-full bg-chart-1 opacity-40"
          style={{ left: place(low), width: `calc(${place(high)} - ${place(low)})` }}
        />
        {skill !== null && (
          <span
            className="absolute top-0.5 size-2.5 rounded-full bg-chart-1"
            style={{ left: `calc(${place(skill)} - 0.3125rem)` }}
          />
        )}
      </span>
      <span className="block whitespace-nowrap text-xs text-muted figures">
        {skillIntervalText(skillInterval)}
      </span>
    </>
  );
}
