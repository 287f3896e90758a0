// Connections that the supervisor hands over to a member.
import type { Worker } from "node:cluster";

/** Messages of node:cluster that hand over a connection and confirm it. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

const isCluster = (message: unknown): message is ClusterMessage =>
  (message as ClusterMessage | null)?.cmd === "NODE_CLUSTER";

/**
 * Gives connections that a member did not confirm before it died to another member. node:cluster alone waits for the confirmation for
 * ever and keeps the connection open, so the caller would wait too. This function relies on messages of node:cluster that are not a
 * public interface; without these messages it does nothing.
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
  // Node reports the end of a channel only after all sent handles have arrived, which never happens on a dead channel. Until then,
  // further connections would be sent to the dead member and be lost.
  const disconnect = child.disconnect.bind(child);
  child.disconnect = () => {
    Object.assign(child, { _handleQueue: null });
    disconnect();
  };
  child.once("disconnect", () => {
    // A member that stops in order sends the same message itself.
    for (const ack of unconfirmed)
      child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
  });
}
