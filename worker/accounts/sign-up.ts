import {
  emailSchema,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  PASSWORD_TOO_SHORT_MESSAGE,
  profileUpdateSchema,
  type SignUpRequest,
} from "#contract/account.ts";
import { AppError } from "#worker/errors.ts";
import type { Library } from "./library.ts";
import { isRefusal, type OpenedSession } from "./sign-in.ts";

/** Said for a taken address too: the answer alone does not tell whose addresses have an account. */
const NOT_CREATED_MESSAGE =
  "We could not create this account. If you already have one, please sign in or reset your password.";

/**
 * Creates an account and opens its first session.
 * Throws `missing_fields`, `invalid_request`, `password_too_short`, `password_too_long`, or `conflict` when the address
 * cannot be used.
 */
export async function signUp(
  library: Library,
  request: SignUpRequest,
  headers: Headers,
): Promise<OpenedSession> {
  if (!request.email.trim() || !request.password || !request.fullName)
    throw new AppError("missing_fields", "Please enter your full name, email and password.");
  const email = emailSchema.safeParse(request.email);
  if (!email.success)
    throw new AppError("invalid_request", "Please enter a valid email address.", {
      fields: { email: "Please enter a valid email address." },
    });
  const fullName = profileUpdateSchema.shape.fullName.safeParse(request.fullName);
  if (!fullName.success)
    throw new AppError("invalid_request", "At most 100 characters.", {
      fields: { fullName: "At most 100 characters." },
    });
  refuseBadLength(request.password);
  const opened = await library.api
    .signUpEmail({ body: { email: email.data, password: request.password, name: request.fullName }, headers })
    .catch((error: unknown) => {
      if (isRefusal(error)) throw new AppError("conflict", NOT_CREATED_MESSAGE);
      throw error;
    });
  if (!opened.token) throw new AppError("conflict", NOT_CREATED_MESSAGE);
  return { userId: opened.user.id, token: opened.token };
}

/** Throws when a password is shorter or longer than we take. Characters count as a person counts them. */
function refuseBadLength(password: string): void {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) throw new AppError("password_too_short", PASSWORD_TOO_SHORT_MESSAGE);
  if (length > MAX_PASSWORD_LENGTH)
    throw new AppError(
      "password_too_long",
      `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`,
    );
}
