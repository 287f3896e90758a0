// An error as its reader needs it: what happened, the reason, the request, and what to do next.
import { PdaConnectionError, PdaError, PdaProtocolError } from "@pda/client/browser";
import { Fragment, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { OAuthError } from "../session/oauth.ts";
import { SignedOut } from "../session/session.ts";
import { texts } from "../texts.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

export function ErrorNotice({ error: given, onRetry }: ErrorNoticeProps) {
  if (given === null || given === undefined) return null;
  // A repeat that could not be made because its token could not be had: the cause says what to do.
  const error = given instanceof PdaConnectionError && given.reason === "proof" ? given.cause : given;
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{texts.errors.title}.</strong> {whatOf(error)}
      </p>
      <p>{nextOf(error)}</p>
      {error instanceof PdaError && (
        <p className="quiet">
          {texts.errors.reason}:{" "}
          <a
            href={`/docs/reference/errors#${(error.reason || error.errorCode).toLowerCase()}`}
            target="_blank"
            rel="noreferrer"
          >
            <code>{error.reason || error.errorCode}</code>
          </a>
          . {texts.errors.request}: <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && <Button onPress={() => void onRetry()}>{texts.errors.again}</Button>}
    </div>
  );
}

/** Tells whether the service was not reached. A proxy in front of it then answers with a page of its own. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof PdaConnectionError || (error instanceof PdaProtocolError && error.status >= 500);

function whatOf(error: unknown): ReactNode {
  // The client's own words are for programmers; what is to be done says the rest.
  if (isUnanswered(error)) return null;
  if (error instanceof PdaError && error.errors.length > 0)
    return error.errors.map(({ field, message }) => (
      <Fragment key={`${field} ${message}`}>
        {field !== undefined && field !== "" && <code>{field}:</code>} {message}{" "}
      </Fragment>
    ));
  return error instanceof Error ? error.message : String(error);
}

function nextOf(error: unknown): string {
  const { errors } = texts;
  if (error instanceof SignedOut) return errors.notSignedIn;
  if (isUnanswered(error) || error instanceof TypeError) return errors.noAnswer;
  if (error instanceof OAuthError) return error.isPassing ? errors.wait : errors.tellOperator;
  if (!(error instanceof PdaError)) return errors.tellOperator;
  switch (error.status) {
    case 401:
      return errors.notSignedIn;
    case 403:
      return errors.notAllowed;
    case 404:
      return errors.notFound;
    case 409:
      return errors.conflict;
    case 429:
      return errors.wait;
    default:
      return error.status >= 500 ? errors.server : errors.input;
  }
}
