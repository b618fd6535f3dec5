import { MutationObserver, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { RequestError } from "#lib/request.ts";
import { showToastsWith, type ToastContent } from "#lib/toast.ts";
import { type Action, failureText, fieldErrorsOf, mutationOf, useAction } from "#lib/use-action.ts";

let shown: ToastContent | null = null;
const toast = () => shown;
showToastsWith((content) => {
  shown = content;
});
const refusal = (body: object) => new RequestError(422, JSON.stringify(body));

/** Runs an action as the hook does, and returns its final state. */
async function run<Input, Result>(action: Action<Input, Result>, input: Input) {
  const observer = new MutationObserver(new QueryClient(), mutationOf(action));
  await observer.mutate(input).catch(() => undefined);
  return observer.getCurrentResult();
}

beforeEach(() => {
  shown = null;
});

describe("an action that succeeds", () => {
  it("calls with its input, says so, reads again, and only then goes on", async () => {
    const order: string[] = [];
    const action: Action<string, number> = {
      call: async (input) => {
        order.push(`call ${input}`);
        return 7;
      },
      success: (result, input) => ({ title: `Saved ${input}`, description: `as ${result}` }),
      failure: { title: "Update Failed", fallback: "Please try again." },
      refresh: async () => {
        order.push(`toast ${toast()?.title}`, "refresh");
      },
      onSuccess: (result) => order.push(`success ${result}`),
      onFailure: () => order.push("failure"),
    };
    const { isSuccess } = await run(action, "Ada");
    expect(isSuccess).toBe(true);
    expect(order).toEqual(["call Ada", "toast Saved Ada", "refresh", "success 7"]);
    expect(toast()).toEqual({ title: "Saved Ada", description: "as 7", tone: "success" });
  });

  it("has not failed when what it reads again cannot be read", async () => {
    let isDone = false;
    const { isSuccess } = await run(
      {
        call: async () => "stored",
        success: { title: "Stored" },
        failure: { title: "Update Failed", fallback: "Please try again." },
        refresh: () => Promise.reject(new TypeError("Failed to fetch")),
        onSuccess: () => {
          isDone = true;
        },
      },
      undefined,
    );
    expect({ isSuccess, isDone, title: toast()?.title }).toEqual({
      isSuccess: true,
      isDone: true,
      title: "Stored",
    });
  });
});

describe("an action that fails", () => {
  const failing = (error: Error, failure: Action<void, never>["failure"]): Action<void, never> => ({
    call: () => Promise.reject(error),
    success: { title: "Stored" },
    failure,
  });

  it("shows the server's text, and its own where the server gave none", async () => {
    const failure = { title: "Update Failed", fallback: "Please try again." } as const;
    await run(failing(refusal({ message: "The name is too long." }), failure), undefined);
    expect(toast()).toEqual({
      title: "Update Failed",
      description: "The name is too long.",
      tone: "destructive",
    });
    await run(failing(new TypeError("Failed to fetch"), failure), undefined);
    expect(toast()?.description).toBe("Please try again.");
  });

  it("shows no toast without a title, nor where the screen asks for something instead", async () => {
    const error = refusal({ fields: { password: "Please enter your password." } });
    await run(failing(error, { fallback: "Please try again." }), undefined);
    const isSilent = (failed: unknown) => "password" in fieldErrorsOf(failed);
    await run(failing(error, { title: "Update Failed", fallback: "Please try again.", isSilent }), undefined);
    expect(toast()).toBeNull();
  });

  it("has a toast only by a title of the specification", () => {
    // @ts-expect-error: a failure that the specification does not name stands beside its control
    failing(new Error(), { title: "Copy failed", fallback: "" });
    // @ts-expect-error: likewise without an action
    const other: ToastContent = { tone: "destructive", title: "Copy failed" };
    const named: ToastContent = { tone: "destructive", title: "Symbol Required" };
    expect([other, named]).toHaveLength(2);
  });

  it("can word its text by the error", () => {
    const action = failing(new Error(), {
      fallback: (error) => (error instanceof TypeError ? "No connection." : "Please try again."),
    });
    expect(failureText(action, new TypeError())).toBe("No connection.");
    expect(failureText(action, new Error())).toBe("Please try again.");
    expect(failureText(action, refusal({ error: "ToolError." }))).toBe("ToolError.");
  });

  it("fails at once without a connection, and is not put off until there is one", async () => {
    expect(mutationOf(failing(new Error(), { fallback: "" })).networkMode).toBe("always");
  });

  it("gives the server's texts by field", () => {
    expect(fieldErrorsOf(refusal({ fields: { email: "This address is taken." } }))).toEqual({
      email: "This address is taken.",
    });
    expect(fieldErrorsOf(new TypeError())).toEqual({});
  });
});

/** Records what the component below has sent, its click handler, and the function that ends the running call. */
const sent = { calls: [] as string[], click: (_input: string) => {}, end: () => {} };

function Form() {
  const { run } = useAction<string, void>({
    call: (input) => {
      sent.calls.push(input);
      return new Promise((resolve) => {
        sent.end = resolve;
      });
    },
    failure: { fallback: "" },
  });
  sent.click = run;
  return null;
}

it("a second click while a run is under way sends nothing, and a later one does", async () => {
  const client = new QueryClient();
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Form)));
  sent.click("first");
  sent.click("second");
  await Promise.resolve();
  expect(sent.calls).toEqual(["first"]);
  sent.end();
  await new Promise((resolve) => setTimeout(resolve));
  sent.click("third");
  await Promise.resolve();
  expect(sent.calls).toEqual(["first", "third"]);
});
