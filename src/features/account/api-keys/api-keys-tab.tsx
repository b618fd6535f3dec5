import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plansWithKeys, plansWithOneKey, planTerms } from "#contract/plans.ts";
import { type ApiScope, apiScopes } from "#contract/rules.ts";
import { useUser } from "#lib/session.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { Plug } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { apiKeysQuery, createApiKey } from "../api.ts";
import { CheckboxList, NewSecretDialog } from "../new-secret-dialog.tsx";
import { WebhooksCard } from "../webhooks/webhooks-card.tsx";
import { KeyList, scopeTexts } from "./key-list.tsx";

export default function ApiTab() {
  return (
    <div className="flex flex-col gap-6">
      <ApiKeys />
      <WebhooksCard />
    </div>
  );
}

function ApiKeys() {
  const { subscriptionTier } = useUser();
  const keys = useQuery(apiKeysQuery());
  const [isMaking, setIsMaking] = useState(false);
  const hasNone = planTerms[subscriptionTier].apiKeys === 0;
  const living = keys.data?.keys.filter(({ state }) => state !== "revoked").length ?? 0;
  const isFull = keys.data !== undefined && living >= keys.data.limit;

  if (keys.isError && hasNone) return <NoKeys />;
  return (
    <Card aria-labelledby="keys-title">
      <CardHeader
        id="keys-title"
        icon={<Plug />}
        title="API Keys"
        description={<KeyUse limit={keys.data?.limit} living={living} />}
        aside={
          !hasNone && (
            <Button size="sm" disabled={!keys.data || isFull} onClick={() => setIsMaking(true)}>
              Make a key
            </Button>
          )
        }
      />
      {keys.isPending && <SkeletonLines lines={3} />}
      {keys.isError && <LoadFailure title="Your API keys could not be loaded" query={keys} />}
      {keys.data && hasNone && (
        <Notice tone="warn" title="These keys are stopped">
          Your plan has no API keys. They work again once it does.
        </Notice>
      )}
      {keys.data?.keys.length === 0 && (
        <EmptyState
          level={3}
          title="No API key yet"
          text="A key lets a program of yours read predictions and analyze companies in your name."
        />
      )}
      {keys.data && keys.data.keys.length > 0 && <KeyList keys={keys.data.keys} />}
      {isMaking && <CreateKey onClose={() => setIsMaking(false)} />}
    </Card>
  );
}

function KeyUse({ limit, living }: { limit: number | undefined; living: number }) {
  return (
    <>
      For programs on your servers; the{" "}
      <a href="/developers" className="link">
        reference
      </a>{" "}
      says what they can ask.{" "}
      {limit !== undefined && limit > 0 && `${living} of ${limit} ${limit === 1 ? "key" : "keys"} in use.`}
    </>
  );
}

function NoKeys() {
  return (
    <EmptyState
      icon={<Plug className="size-7" />}
      title="Your plan has no API keys"
      text={`API keys come with ${plansWithKeys}. One to try comes with ${plansWithOneKey}.`}
      action={<LinkButton href="/subscribe">See the plans</LinkButton>}
    />
  );
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const [scopes, setScopes] = useState<readonly ApiScope[]>(apiScopes);
  return (
    <NewSecretDialog
      title="Make an API key"
      button={{ label: "Make the key", pendingLabel: "Making..." }}
      failure="Failed to make the key. Please try again."
      read={(entry) => ({ name: entry("name").trim(), scopes: [...scopes] })}
      check={({ name, scopes: chosen }) => {
        if (!name) return { fields: { name: "Please give the key a name." } };
        return chosen.length === 0 ? { fields: { scopes: "Choose what it may do." } } : null;
      }}
      call={async (sent) => (await createApiKey(sent)).key}
      listKey={apiKeysQuery().queryKey}
      shown={{
        title: "Your new API key",
        name: "key",
        warning: "Whoever has it acts in your name. It belongs on a server, never in a page or an address.",
        store: "Store the key where your program reads its secrets.",
        testId: "api-key",
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            name="name"
            maxLength={60}
            hint="What will use it, as 'Nightly run'."
            error={errorOf("name")}
            autoFocus
          />
          <CheckboxList
            legend="What it may do"
            choices={apiScopes}
            texts={scopeTexts}
            chosen={scopes}
            onChange={setScopes}
            error={errorOf("scopes")}
          />
        </>
      )}
    </NewSecretDialog>
  );
}
