/** How the generated operations reach the service. */
package example.pda.client.transport;
