import { useState } from "react";
import { Button, type ButtonVariant, IconButton, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Checkbox, Switch } from "#ui/choice.tsx";
import { PasswordField, SelectField, TextAreaField, TextField } from "#ui/field.tsx";
import { ArrowRight, Settings } from "#ui/icons.tsx";
import { SuggestField } from "#ui/suggest-field.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";

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
