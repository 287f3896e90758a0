import com.pda.payment.v1.CreatePaymentRequest;
import com.pda.payment.v1.GetPaymentRequest;
import com.pda.payment.v1.PaymentServiceGrpc;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A service that creates payments over gRPC. */
public final class Payments {
  private Payments() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 4)
      throw new IllegalArgumentException("usage: Payments <core address> <folder of pda pki> <merchant> <asset type>");
    var channel = Core.connect(args[0], args[1], "shop");
    try {
      var payments = PaymentServiceGrpc.newBlockingStub(channel);
      // Store the key with your order before you send: whatever happens then, the same key finds the same payment.
      String key = "order-" + UUID.randomUUID();
      var request =
          CreatePaymentRequest.newBuilder().setAmount("12.50").setAssetType(args[3]).setMerchantId(args[2]).build();
      var created = Core.call(payments, key, stub -> stub.createPayment(request)).getPayment();
      System.out.println("created  " + created.getAmount() + " " + created.getStatus());

      var repeated = Core.call(payments, key, stub -> stub.createPayment(request)).getPayment();
      boolean same = repeated.getPaymentId().equals(created.getPaymentId());
      System.out.println("repeated " + (same ? "the same payment" : "ANOTHER PAYMENT"));

      var byId = GetPaymentRequest.newBuilder().setPaymentId(created.getPaymentId()).build();
      var read = Core.call(payments, stub -> stub.getPayment(byId)).getPayment();
      System.out.println("read     " + read.getAmount() + " " + read.getStatus());

      try {
        var tooExact = request.toBuilder().setAmount("0.0000001").build();
        Core.call(payments, "order-" + UUID.randomUUID(), stub -> stub.createPayment(tooExact));
      } catch (Core.Refusal refusal) {
        System.out.println("refused  " + refusal.getMessage());
      }
    } finally {
      channel.shutdown().awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
