import { useState } from "react";
import { perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, type ButtonVariant, IconButton, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Chart } from "#ui/chart.tsx";
import { type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";
import { Checkbox, Switch } from "#ui/choice.tsx";
import { ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { SurpriseDots } from "#ui/domain/surprise-dots.tsx";
import { PasswordField, SelectField, TextAreaField, TextField } from "#ui/field.tsx";
import { ArrowRight, Settings } from "#ui/icons.tsx";
import { Progress } from "#ui/progress.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { SuggestField } from "#ui/suggest-field.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";

const dollars = (value: number) => perShare(value, "USD");

const quarters = [
  { label: "Q1 25", surprisePercent: 2.1 },
  { label: "Q2 25", surprisePercent: -3.4 },
  { label: "Q3 25", surprisePercent: 6.8 },
  { label: "Next", surprisePercent: null },
];
const labels = quarters.map(({ label }) => label);
const chart: ChartShape = {
  x: labels.map((_, index) => index),
  xLabels: labels,
  xTicks: (most) =>
    evenlySpaced(
      labels.map((label, at) => ({ at, label })),
      most,
    ),
  series: [
    {
      label: "Estimate",
      kind: "line",
      color: "chart-2",
      isDashed: true,
      values: [1.1, 1.2, 1.3, 1.4],
      format: dollars,
    },
    { label: "Reported", kind: "dots", color: "chart-1", values: [1.12, 1.16, 1.39, null], format: dollars },
  ],
  formatY: dollars,
};

export function Data() {
  const [index, setIndex] = useState<number | null>(null);
  return (
    <>
      <Card>
        <CardHeader title="Figures and bars" />
        <dl className="grid grid-cols-3 gap-4">
          <Figure label="Expected EPS" value="$1.52" />
          <Figure label="Consensus" value="$1.49" note="31 analysts" />
          <Figure label="Edge" value="+4.2" />
        </dl>
        <div className="my-6 flex flex-col gap-5">
          <Progress label="Calls used" value={42} valueText="42 of 100" />
          <Progress label="Risk" value={85} fill="level-red" />
          <ProbabilityBar label="A beat" probability={0.72} baseRate={0.64} edgeVerdict="edge_up" />
        </div>
        <SurpriseDots quarters={quarters} description="Three quarters and the next one, still open." />
        <QrCode text="otpauth://totp/Beatcast" label="QR code" />
      </Card>
      <Card>
        <CardHeader title="Table and chart" />
        <Table caption="Predictions">
          <thead>
            <tr>
              <HeadingCell>Stock</HeadingCell>
              <HeadingCell isNumeric>Probability</HeadingCell>
              <HeadingCell>Result</HeadingCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Cell>AAPL</Cell>
              <Cell isNumeric>82.4%</Cell>
              <Cell>
                <Badge>Correct</Badge>
              </Cell>
            </tr>
          </tbody>
        </Table>
        <div className="mt-6">
          <Chart
            title="EPS"
            summary="Estimate and reported earnings of three quarters."
            positionName="Quarter"
            shape={chart}
            index={index}
            onIndex={setIndex}
          />
        </div>
      </Card>
    </>
  );
}

const variants: ButtonVariant[] = ["primary", "secondary", "ghost", "danger", "inverse"];
const options = [
  { value: "a", label: "First" },
  { value: "b", label: "Second" },
];
const companies = [
  { value: "AAPL", detail: "Apple Inc." },
  { value: "AMZN", detail: "Amazon.com, Inc." },
];

export function Controls() {
  const [isOn, setIsOn] = useState(true);
  const [ticker, setTicker] = useState("A");
  return (
    <>
      <Card>
        <CardHeader title="Buttons" description="Three sizes; disabled; at work" />
        {variants.map((variant) => (
          <div key={variant} className="mb-3 flex flex-wrap items-center gap-3">
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant}>Medium</Button>
            <Button variant={variant} size="lg">
              Large
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} isLoading>
              Loading...
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton href="/design">
            A link <ArrowRight />
          </LinkButton>
          <IconButton label="An icon alone">
            <Settings />
          </IconButton>
          <ThemeSwitch />
          <a href="/design" className="link">
            A link in a text
          </a>
        </div>
      </Card>

      <Card>
        <CardHeader title="Fields" description="With hint, error, read-only, disabled" />
        <div className="flex flex-col gap-4">
          <TextField label="Text" hint="A hint under it." placeholder="AAPL" />
          <TextField label="With an error" error="Please enter a stock ticker symbol" defaultValue="???" />
          <TextField label="Read-only" readOnly value="demo@example.com" />
          <TextField label="Disabled" disabled value="Not now" />
          <PasswordField label="Password" defaultValue="secret" />
          <TextAreaField label="Several lines" />
          <SelectField label="Choice" options={options} />
          <SuggestField
            label="With suggestions"
            value={ticker}
            onValue={setTicker}
            suggestions={companies.filter(({ value }) => value.startsWith(ticker.toUpperCase()))}
          />
          <Checkbox label="A box" hint="What it means" checked={isOn} onChange={setIsOn} />
          <Checkbox label="Disabled" checked={false} onChange={setIsOn} disabled />
          <Switch label="A switch" hint="Takes effect at once" checked={isOn} onChange={setIsOn} />
          <Switch label="Disabled" checked={false} onChange={setIsOn} disabled />
        </div>
      </Card>
    </>
  );
}
