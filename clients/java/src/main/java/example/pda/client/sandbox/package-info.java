/** Helpers for an integrator's own tests against a sandbox: not for production. */
package example.pda.client.sandbox;
