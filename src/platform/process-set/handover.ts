// Connections on their way from the supervisor to a member.
import type { Worker } from "node:cluster";

/** What node:cluster says when it hands over a connection, and what comes back. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

const isCluster = (message: unknown): message is ClusterMessage =>
  (message as ClusterMessage | null)?.cmd === "NODE_CLUSTER";

/**
 * Connections that a member did not confirm before it died go to another one. node:cluster by itself waits for the confirmation for
 * ever and keeps the connection open, so that its caller, who has often just lost one to the same death, would wait too. This leans on
 * the messages of node:cluster, which are no public interface; without them it would do nothing.
 */
export function rescueConnections({ process: child }: Worker): void {
  const unconfirmed = new Set<number>();
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    if (isCluster(message) && message.act === "newconn" && message.seq !== undefined)
      unconfirmed.add(message.seq);
    return send(message, ...rest);
  };
  child.on("internalMessage", (message: unknown) => {
    if (isCluster(message) && message.ack !== undefined) unconfirmed.delete(message.ack);
  });
  // Node tells of the end of a channel only when the handles that were sent on it have arrived, which then never happens; until it
  // tells, further connections would go there and be lost.
  const disconnect = child.disconnect.bind(child);
  child.disconnect = () => {
    Object.assign(child, { _handleQueue: null });
    disconnect();
  };
  child.once("disconnect", () => {
    // What a member that stops in order answers by itself.
    for (const ack of unconfirmed)
      child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
  });
}
