import { z } from "zod";

// With its first schema, zod tries eval, which the content security policy forbids.
z.config({ jitless: true });
