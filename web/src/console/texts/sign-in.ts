// Texts of signing in at another authorisation server than the service's own. `{name}` stands for a value.
export const signInTexts = {
  intro: "You sign in at {issuer}. The console acts with the rights that it gives you.",
  none: "You cannot sign in there, or lack rights? Ask the operator of this service.",
  ended: "Your session has ended. Sign in again.",
  failed: "You could not be signed in. Press the button again. If it goes on, ask the operator.",
  refused:
    "You have signed in at {issuer}, but this service does not accept what it has issued. Tell the operator:",
  refusedHere: "You have signed in, but the service does not accept it. Tell the operator:",
  goesOn:
    "The console has signed you out. Your session at {issuer} may go on: the next person at this browser could sign in as you.",
  endSession: "End it there",
  endThere: "End it there, or close the browser.",
  /** What is wrong with a server, for its operator. */
  server: {
    noAnswer: "{address} does not answer, or does not let this page call it (CORS).",
    noDocument: "{address} answers {status}, and no JSON object.",
    otherIssuer: "The metadata of the authorisation server is of another issuer: {issuer}.",
    otherAddress: "People sign in at {issuer} only. Open the console there: {issuer}/console/",
    elsewhere: "The authorisation server has an endpoint that is not at the issuer's address: {address}.",
    noEndpoints: "The metadata of the authorisation server names no token or authorisation endpoint.",
    noPkce: "The authorisation server does not say that it supports PKCE with S256.",
    noDpop: "The authorisation server does not bind access tokens to keys (DPoP with ES256).",
    otherAnswer: "The answer is not one to this sign-in.",
    noToken: "The answer of the authorisation server has no access token, or does not say how long it lives.",
  },
};
