import com.pda.asset.v1.AssetKind;
import com.pda.asset.v1.AssetProfile;
import com.pda.event.v1.Event;
import com.pda.event.v1.EventServiceGrpc;
import com.pda.event.v1.EventServiceGrpc.EventServiceBlockingStub;
import com.pda.event.v1.ListEventsRequest;
import com.pda.publisher.v1.AddIssuanceItemsRequest;
import com.pda.publisher.v1.AddIssuanceItemsResponse;
import com.pda.publisher.v1.AssetLifecycleServiceGrpc;
import com.pda.publisher.v1.AssetSpecification;
import com.pda.publisher.v1.CreateIssuanceJobRequest;
import com.pda.publisher.v1.GetIssuanceJobRequest;
import com.pda.publisher.v1.IssuanceItem;
import com.pda.publisher.v1.IssuanceJob;
import com.pda.publisher.v1.IssuanceServiceGrpc;
import com.pda.publisher.v1.RevokeAssetRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A publisher's service that issues assets over a stream, and follows its events. */
public final class Issue {
  private static final long STREAM_MINUTES = 10;
  private static final int PIECE = 2;

  private Issue() {}

  /**
   * Streams the items that the job does not have yet, and returns the results of these items. After a break the job itself tells where to go
   * on. BlockingClientCall is an experimental interface of grpc-java; the asynchronous stub does the same with a StreamObserver.
   */
  static List<IssuanceItem> send(ManagedChannel channel, IssuanceJob job, List<AssetSpecification> items)
      throws InterruptedException {
    List<IssuanceItem> results = new ArrayList<>();
    var find =
        GetIssuanceJobRequest.newBuilder()
            .setPublisherId(job.getPublisherId())
            .setIssuanceJobId(job.getIssuanceJobId())
            .build();
    Core.repeated(
        () -> {
          var issuance = IssuanceServiceGrpc.newBlockingStub(channel);
          int start = Core.call(issuance, stub -> stub.getIssuanceJob(find)).getIssuanceJob().getReceivedCount();
          var stream =
              IssuanceServiceGrpc.newBlockingV2Stub(channel)
                  .withDeadlineAfter(STREAM_MINUTES, TimeUnit.MINUTES)
                  .streamIssuanceItems();
          try {
            for (int first = start; first < items.size(); first += PIECE) {
              var piece =
                  AddIssuanceItemsRequest.newBuilder()
                      .setPublisherId(job.getPublisherId())
                      .setIssuanceJobId(job.getIssuanceJobId())
                      .setFirstIndex(first)
                      .addAllItems(items.subList(first, Math.min(first + PIECE, items.size())))
                      .build();
              stream.write(piece);
              results.addAll(answer(stream).getItemsList());
            }
            stream.halfClose();
            // Null, or the error that the stream ends with.
            stream.read();
          } catch (StatusException error) {
            throw error.getStatus().asRuntimeException(error.getTrailers());
          }
          System.out.println("streamed items " + start + " to " + (items.size() - 1));
          return null;
        });
    return results;
  }

  private static AddIssuanceItemsResponse answer(
      BlockingClientCall<AddIssuanceItemsRequest, AddIssuanceItemsResponse> stream)
      throws InterruptedException, StatusException {
    AddIssuanceItemsResponse answer = stream.read();
    if (answer == null) throw Status.UNAVAILABLE.withDescription("the stream ended early").asException();
    return answer;
  }

  /**
   * Gives each event after the cursor to a consumer, and waits for more until the consumer returns false. Store the cursor of an event with
   * what you did about the event.
   */
  static void follow(EventServiceBlockingStub events, String cursor, Predicate<Event> consumer)
      throws InterruptedException {
    String position = cursor;
    while (true) {
      var request = ListEventsRequest.newBuilder().setPageToken(position).build();
      var page = Core.call(events, stub -> stub.listEvents(request));
      for (Event event : page.getItemsList()) if (!consumer.test(event)) return;
      position = page.getNextPageToken();
      if (page.getItemsCount() == 0) Thread.sleep(500);
    }
  }

  private static AssetSpecification print(String name) {
    var profile = AssetProfile.newBuilder().setKind(AssetKind.ASSET_KIND_GOOD).setName(name);
    return AssetSpecification.newBuilder().setAssetProfile(profile).build();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 3)
      throw new IllegalArgumentException("usage: Issue <core address> <folder of pda pki> <publisher>");
    var channel = Core.connect(args[0], args[1], "studio");
    try {
      // The third item has no name.
      var items = Stream.of("Print 1", "Print 2", "", "Print 4", "Print 5").map(Issue::print).toList();
      var create =
          CreateIssuanceJobRequest.newBuilder()
              .setPublisherId(args[2])
              .setReference("prints-" + UUID.randomUUID())
              .setItemCount(items.size())
              .build();
      var issuance = IssuanceServiceGrpc.newBlockingStub(channel);
      var job = Core.call(issuance, create.getReference(), stub -> stub.createIssuanceJob(create)).getIssuanceJob();
      // The first stream ends early, as after a break.
      var results = send(channel, job, items.subList(0, 2));
      results.addAll(send(channel, job, items));
      for (var result : results)
        for (var fault : result.getErrorsList())
          System.out.println(
              String.join(
                  " ", "failed   item", "" + result.getIndex(), fault.getCode(), fault.getReason(), fault.getField()));

      var revoke =
          RevokeAssetRequest.newBuilder()
              .setPublisherId(args[2])
              .setAssetId(results.get(0).getAssetIdentifier())
              .setReason("Misprint")
              .build();
      var lifecycle = AssetLifecycleServiceGrpc.newBlockingStub(channel);
      Core.call(lifecycle, "revoke-" + revoke.getAssetId(), stub -> stub.revokeAsset(revoke));
      follow(
          EventServiceGrpc.newBlockingStub(channel),
          "",
          event -> {
            if (!event.getSubject().equals(revoke.getAssetId())) return true;
            System.out.println("event    " + event.getType() + " " + event.getData().getAsset().getLifecycleStatus());
            return false;
          });
    } finally {
      channel.shutdown().awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
