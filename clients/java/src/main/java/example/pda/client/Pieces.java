package example.pda.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The body of an answer, piece by piece. A piece is asked for when the one before is taken, so that a slow reader costs little memory. */
final class Pieces implements Flow.Subscriber<List<ByteBuffer>>, AutoCloseable {
  /** What comes after the last piece: the failure is null when the body ended in order. */
  private record Part(byte[] bytes, Throwable failure) {}

  private static final byte[] END = new byte[0];

  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
  private volatile boolean closed;

  /** Returns the next bytes; null at the end. @throws IOException when the connection broke, or nothing came for so long */
  byte[] next(Duration silence) throws IOException, InterruptedException {
    Part part = parts.poll();
    if (part == null) {
      Flow.Subscription source = subscription.get();
      if (source != null) source.request(1);
      part = parts.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (part == null) throw new IOException("nothing came within " + silence);
    if (part.failure != null) throw new IOException("the connection broke", part.failure);
    return part.bytes == END ? null : part.bytes;
  }

  @Override
  public void onSubscribe(Flow.Subscription source) {
    subscription.set(source);
    if (closed) source.cancel();
    else source.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      if (bytes.length > 0) parts.add(new Part(bytes, null));
    }
  }

  @Override
  public void onError(Throwable failure) {
    parts.add(new Part(END, failure));
  }

  @Override
  public void onComplete() {
    parts.add(new Part(END, null));
  }

  /** Ends the connection, and a call of `next` that waits. */
  @Override
  public void close() {
    closed = true;
    Flow.Subscription source = subscription.get();
    if (source != null) source.cancel();
    onComplete();
  }
}
