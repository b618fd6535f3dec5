import { useState } from "react";
import type { GroupScore, Scorecard } from "#contract/record.ts";
import { confidenceLevels, confidenceNames, MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { number, percent, signed } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

const groupings = [
  { value: "byConfidence", label: "Confidence" },
  { value: "bySector", label: "Sector" },
  { value: "byQuarter", label: "Quarter" },
  { value: "byModel", label: "Model" },
] as const;
type Grouping = (typeof groupings)[number]["value"];

const confidenceOrder: readonly string[] = confidenceLevels.toReversed();

/** The settled predictions by group. A small group shows counts only. */
export function Groups({ scorecard }: { scorecard: Scorecard }) {
  const [grouping, setGrouping] = useState<Grouping>("byConfidence");
  const groups =
    grouping === "byConfidence"
      ? scorecard.byConfidence.toSorted(
          (a, b) => confidenceOrder.indexOf(a.key) - confidenceOrder.indexOf(b.key),
        )
      : scorecard[grouping];
  return (
    <Card aria-labelledby="groups">
      <CardHeader
        id="groups"
        title="By group"
        description={`Groups with fewer than ${MIN_SETTLED_FOR_PERCENTAGE} settled predictions show no bar`}
      />
      <Tabs label="Groups" tabs={groupings} value={grouping} onChange={setGrouping}>
        <TabPanel value={grouping} className="pt-4">
          <GroupTable caption={`Settled predictions by ${grouping.slice(2).toLowerCase()}`} groups={groups} />
        </TabPanel>
      </Tabs>
    </Card>
  );
}

/** "Very high" for a level of confidence; every other key is its own name. */
function nameOf(key: string): string {
  const level = confidenceLevels.find((level) => level === key);
  if (!level) return key;
  const name = confidenceNames[level];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function GroupTable({ caption, groups }: { caption: string; groups: readonly GroupScore[] }) {
  if (groups.length === 0) return <p className="text-muted">Nothing is settled yet.</p>;
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeadingCell>Group</HeadingCell>
          <HeadingCell isNumeric>Settled</HeadingCell>
          <HeadingCell isNumeric>Right</HeadingCell>
          <HeadingCell isNumeric>Wrong</HeadingCell>
          <HeadingCell>Share right, 95% interval</HeadingCell>
          <HeadingCell isNumeric>Skill</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.key}>
            <Cell className="whitespace-nowrap font-medium">{nameOf(group.key)}</Cell>
            <Cell isNumeric>{number(group.n)}</Cell>
            <Cell isNumeric>{number(group.correct)}</Cell>
            <Cell isNumeric>{number(group.n - group.correct)}</Cell>
            <Cell className="min-w-48">
              <Share group={group} />
            </Cell>
            <Cell isNumeric>
              {group.n < MIN_SETTLED_FOR_PERCENTAGE || group.skill === null
                ? "—"
                : `${signed(100 * group.skill, 0)}%`}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Share({ group: { key, n, accuracy } }: { group: GroupScore }) {
  if (!accuracy || n < MIN_SETTLED_FOR_PERCENTAGE) return <span className="text-muted">too few</span>;
  const text = `${percent(accuracy.share, 1)}, ${percent(accuracy.low)} to ${percent(accuracy.high)}`;
  return (
    <>
      <span className="mb-1 block whitespace-nowrap figures">{text}</span>
      <Progress label={`Share right, ${nameOf(key)}`} value={100 * accuracy.share} valueText={text} />
    </>
  );
}
