// What every answer of the service has to look like, by both views of the published interface.
import { expect } from "chai";
import type { Received } from "../e2e/support/http.ts";

/** ISO 8601 in UTC. */
const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
/** `<PREFIX>-<4 digits>` with the prefix that the interface uses. */
export const codeForm = /^SVC-\d{4}$/;

function expectBothViews({ json, headers }: Received): void {
  expect(headers["content-type"]).to.match(/^application\/json\b/);
  // Developer view.
  expect(json.success, "success").to.be.a("boolean");
  expect(json.requestId, "requestId").to.be.a("string").and.not.equal("");
  expect(json.timestamp, "timestamp").to.match(utc);
  expect(Number.isNaN(Date.parse(json.timestamp)), "a date").to.equal(false);
  expect(json.data, "data").to.be.an("object");
  expect(json.errors, "errors").to.be.an("array");
  // Merchant view: Request ID, Status, Timestamp, Message, Data.
  expect(json.status, "status")
    .to.be.a("string")
    .and.match(/^[a-z_]+$/);
  expect(json.message, "message").to.be.a("string").and.not.equal("");
  expect(headers["x-request-id"]).to.equal(json.requestId);
}

/** @throws AssertionError unless it is a success in the form of both views */
export function expectSuccess(answer: Received, status: number): void {
  expect(answer.status, answer.text).to.equal(status);
  expectBothViews(answer);
  expect(answer.json.success).to.equal(true);
  expect(answer.json.errors).to.deep.equal([]);
  expect(answer.json).to.not.have.property("errorCode");
}

/** @throws AssertionError unless it is a refusal in the form of both views and of section 7, with this code */
export function expectRefusal(answer: Received, status: number, errorCode: string): void {
  expect(answer.status, answer.text).to.equal(status);
  expectBothViews(answer);
  expect(answer.json.success).to.equal(false);
  expect(answer.json.errorCode).to.equal(errorCode).and.match(codeForm);
  expect(answer.json.errors).to.have.length.above(0);
  for (const entry of answer.json.errors) {
    expect(entry.code).to.match(codeForm);
    expect(entry.message).to.be.a("string").and.not.equal("");
  }
  expect(answer.json.data).to.deep.equal({});
}
