// Where the roles of keys and clients are explained.
import { texts } from "../texts.ts";

/** In a tab of its own, so that what was typed stays. */
export const RoleGuide = () => (
  <p>
    <a href="/docs/reference/authentication#roles" target="_blank" rel="noreferrer">
      {texts.keys.roleGuide}
    </a>
  </p>
);
