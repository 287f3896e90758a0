import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.AbstractBlockingStub;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** How a service calls the core: its certificate, deadlines, repeats, and errors as the core describes them. */
final class Core {
  private static final int DEADLINE_SECONDS = 10;
  private static final int ATTEMPTS_MAX = 5;
  private static final long WAIT_MILLIS_MAX = 30_000;
  private static final Set<Status.Code> REPEATED =
      EnumSet.of(
          Status.Code.ABORTED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.INTERNAL,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.UNAVAILABLE);
  private static final Metadata.Key<String> IDEMPOTENCY_KEY =
      Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);

  private Core() {}

  /**
   * What google.rpc.Status in the trailer grpc-status-details-bin says of a failed call. The code is empty when the answer is not the core's,
   * for example when the connection broke.
   */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    final Status.Code status;
    final String code;
    final String reason;
    final List<String> fields;
    final Duration wait;

    private Refusal(Status.Code status, String code, String reason, List<String> fields, Duration wait) {
      super(String.join(" ", status.name(), code, reason, String.join(" ", fields)).strip());
      this.status = status;
      this.code = code;
      this.reason = reason;
      this.fields = List.copyOf(fields);
      this.wait = wait;
    }

    static Refusal of(StatusRuntimeException error) {
      String code = "";
      String reason = "";
      List<String> fields = new ArrayList<>();
      Duration wait = Duration.ZERO;
      com.google.rpc.Status described = StatusProto.fromThrowable(error);
      try {
        for (Any detail : described == null ? List.<Any>of() : described.getDetailsList()) {
          if (detail.is(ErrorInfo.class)) {
            ErrorInfo info = detail.unpack(ErrorInfo.class);
            code = info.getMetadataOrDefault("code", "");
            reason = info.getReason();
          } else if (detail.is(BadRequest.class)) {
            detail.unpack(BadRequest.class).getFieldViolationsList().forEach(violation -> fields.add(violation.getField()));
          } else if (detail.is(RetryInfo.class)) {
            var delay = detail.unpack(RetryInfo.class).getRetryDelay();
            wait = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
          }
        }
      } catch (InvalidProtocolBufferException malformed) {
        throw new IllegalStateException(malformed);
      }
      return new Refusal(error.getStatus().getCode(), code, reason, fields, wait);
    }
  }

  /** One attempt of something that may be repeated. */
  interface Attempt<T> {
    /** Throws StatusRuntimeException when it fails. */
    T run() throws InterruptedException;
  }

  /** Makes attempts until one succeeds. Repeats what may be repeated, after a pause, a few times. Throws Refusal. */
  static <T> T repeated(Attempt<T> attempt) throws InterruptedException {
    for (int number = 1; ; number++) {
      try {
        return attempt.run();
      } catch (StatusRuntimeException error) {
        Refusal refusal = Refusal.of(error);
        long pause = (long) ((100L << number) * ThreadLocalRandom.current().nextDouble(0.5, 1.5));
        long wait = Math.max(refusal.wait.toMillis(), pause);
        if (!REPEATED.contains(refusal.status) || number == ATTEMPTS_MAX || wait > WAIT_MILLIS_MAX) throw refusal;
        Thread.sleep(wait);
      }
    }
  }

  /** Calls with a deadline. Throws Refusal. */
  static <S extends AbstractBlockingStub<S>, T> T call(S stub, Function<S, T> method) throws InterruptedException {
    return repeated(() -> method.apply(stub.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)));
  }

  /** Calls something that has an effect, with a key that is the same in each attempt. Throws Refusal. */
  static <S extends AbstractBlockingStub<S>, T> T call(S stub, String key, Function<S, T> method)
      throws InterruptedException {
    Metadata metadata = new Metadata();
    metadata.put(IDEMPOTENCY_KEY, key);
    return call(stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata)), method);
  }

  /** Returns a channel to the core with the certificate of a service, made by pda pki issue. */
  static ManagedChannel connect(String address, String pki, String service) throws IOException {
    var credentials =
        TlsChannelCredentials.newBuilder()
            .trustManager(new File(pki, "tier/root.crt"))
            .keyManager(new File(pki, "services/" + service + ".crt"), new File(pki, "services/" + service + ".key"))
            .build();
    return Grpc.newChannelBuilder(address, credentials).build();
  }
}
