/** Where a browser opens a sign-in link: the secret is the last part. */
export const SIGN_IN_PATH = "/oauth/sign-in/";
