/** Client of the Physical Digital Asset service. {@link example.pda.client.PdaClient} is where to begin. */
package example.pda.client;
