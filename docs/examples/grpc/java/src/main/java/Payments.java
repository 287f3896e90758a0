import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.pda.payment.v1.CreatePaymentRequest;
import com.pda.payment.v1.GetPaymentRequest;
import com.pda.payment.v1.PaymentServiceGrpc;
import com.pda.payment.v1.PaymentServiceGrpc.PaymentServiceBlockingStub;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An internal service that creates payments over gRPC: keys, deadlines, repeats, and errors as the core describes them. */
public final class Payments {
  private static final int DEADLINE_SECONDS = 10;
  private static final int ATTEMPTS_MAX = 5;
  private static final Metadata.Key<String> IDEMPOTENCY_KEY =
      Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);

  /** What google.rpc.Status in the trailer grpc-status-details-bin says of a failed call. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    final Status.Code status;
    final String code;
    final String reason;
    final List<String> fields;
    /** Null unless a repeat may succeed. */
    final transient Duration repeatAfter;

    private Refusal(Status.Code status, String code, String reason, List<String> fields, Duration repeatAfter) {
      super(String.join(" ", status.name(), code, reason, String.join(" ", fields)).strip());
      this.status = status;
      this.code = code;
      this.reason = reason;
      this.fields = List.copyOf(fields);
      this.repeatAfter = repeatAfter;
    }

    static Refusal of(StatusRuntimeException error) {
      String code = "";
      String reason = "";
      List<String> fields = new ArrayList<>();
      Duration repeatAfter = null;
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
            repeatAfter = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
          }
        }
      } catch (InvalidProtocolBufferException malformed) {
        throw new IllegalStateException(malformed);
      }
      return new Refusal(error.getStatus().getCode(), code, reason, fields, repeatAfter);
    }

    /** The core says so, or the call has not reached it. */
    boolean mayRepeat() {
      return repeatAfter != null || (code.isEmpty() && status == Status.Code.UNAVAILABLE);
    }
  }

  /**
   * Calls with a deadline, and repeats what may be repeated. A call with an effect needs a key, the same for each attempt; others have none
   * (null).
   */
  static <T> T call(PaymentServiceBlockingStub payments, String key, Function<PaymentServiceBlockingStub, T> method)
      throws InterruptedException {
    Metadata metadata = new Metadata();
    if (key != null) metadata.put(IDEMPOTENCY_KEY, key);
    PaymentServiceBlockingStub stub = payments.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata));
    for (int attempt = 1; ; attempt++) {
      try {
        return method.apply(stub.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS));
      } catch (StatusRuntimeException error) {
        Refusal refusal = Refusal.of(error);
        if (!refusal.mayRepeat() || attempt == ATTEMPTS_MAX) throw refusal;
        long wait = (long) ((100L << attempt) * ThreadLocalRandom.current().nextDouble(0.5, 1.5));
        Thread.sleep(refusal.repeatAfter == null ? wait : Math.max(wait, refusal.repeatAfter.toMillis()));
      }
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 4)
      throw new IllegalArgumentException("usage: Payments <core address> <folder of pda pki> <merchant> <asset type>");
    String pki = args[1];
    var credentials =
        TlsChannelCredentials.newBuilder()
            .trustManager(new File(pki, "tier/root.crt"))
            .keyManager(new File(pki, "services/shop.crt"), new File(pki, "services/shop.key"))
            .build();
    ManagedChannel channel = Grpc.newChannelBuilder(args[0], credentials).build();
    try {
      var payments = PaymentServiceGrpc.newBlockingStub(channel);
      // Store the key with your order before you send: whatever happens then, the same key finds the same payment.
      String key = "order-" + UUID.randomUUID();
      var request =
          CreatePaymentRequest.newBuilder().setAmount("12.50").setAssetType(args[3]).setMerchantId(args[2]).build();
      var created = call(payments, key, stub -> stub.createPayment(request)).getPayment();
      System.out.println("created  " + created.getAmount() + " " + created.getStatus());

      var repeated = call(payments, key, stub -> stub.createPayment(request)).getPayment();
      boolean same = repeated.getPaymentId().equals(created.getPaymentId());
      System.out.println("repeated " + (same ? "the same payment" : "ANOTHER PAYMENT"));

      var byId = GetPaymentRequest.newBuilder().setPaymentId(created.getPaymentId()).build();
      var read = call(payments, null, stub -> stub.getPayment(byId)).getPayment();
      System.out.println("read     " + read.getAmount() + " " + read.getStatus());

      try {
        var tooExact = request.toBuilder().setAmount("0.0000001").build();
        call(payments, "order-" + UUID.randomUUID(), stub -> stub.createPayment(tooExact));
      } catch (Refusal refusal) {
        System.out.println("refused  " + refusal.getMessage());
      }
    } finally {
      channel.shutdown().awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
