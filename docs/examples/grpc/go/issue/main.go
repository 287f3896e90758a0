// A publisher's service that issues assets over a stream, and follows its events.
//
//	issue <core address> <folder of pda pki> <publisher>
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"
	"time"

	assetv1 "pda.example/protos/go/pda/asset/v1"
	eventv1 "pda.example/protos/go/pda/event/v1"
	publisherv1 "pda.example/protos/go/pda/publisher/v1"
	"pda.example/shop/core"
)

const (
	streamTime = 10 * time.Minute
	piece      = 2
)

// send streams the items that the job does not have yet, and returns the results of these items. After a break the job itself tells where
// to go on.
func send(
	issuance publisherv1.IssuanceServiceClient, job *publisherv1.IssuanceJob, items []*publisherv1.AssetSpecification,
) (results []*publisherv1.IssuanceItem, err error) {
	find := &publisherv1.GetIssuanceJobRequest{PublisherId: job.GetPublisherId(), IssuanceJobId: job.GetIssuanceJobId()}
	err = core.Repeated(func() error {
		found, err := core.Call(issuance.GetIssuanceJob, find, "")
		if err != nil {
			return err
		}
		start := int(found.GetIssuanceJob().GetReceivedCount())
		ctx, cancel := context.WithTimeout(context.Background(), streamTime)
		defer cancel()
		stream, err := issuance.StreamIssuanceItems(ctx)
		if err != nil {
			return err
		}
		for first := start; first < len(items); first += piece {
			// Recv returns the error of a stream that has ended.
			_ = stream.Send(&publisherv1.AddIssuanceItemsRequest{
				PublisherId:   job.GetPublisherId(),
				IssuanceJobId: job.GetIssuanceJobId(),
				FirstIndex:    int32(first),
				Items:         items[first:min(first+piece, len(items))],
			})
			answer, err := stream.Recv()
			if err != nil {
				return err
			}
			results = append(results, answer.GetItems()...)
		}
		_ = stream.CloseSend()
		if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
			return err
		}
		fmt.Println("streamed items", start, "to", len(items)-1)
		return nil
	})
	return results, err
}

// follow yields each event after the cursor, and waits for more. Store the cursor of an event with what you did about the event.
func follow(events eventv1.EventServiceClient, cursor string) iter.Seq2[*eventv1.Event, error] {
	return func(yield func(*eventv1.Event, error) bool) {
		for {
			page, err := core.Call(events.ListEvents, &eventv1.ListEventsRequest{PageToken: cursor}, "")
			if err != nil {
				yield(nil, err)
				return
			}
			for _, event := range page.GetItems() {
				if !yield(event, nil) {
					return
				}
			}
			cursor = page.GetNextPageToken()
			if len(page.GetItems()) == 0 {
				time.Sleep(500 * time.Millisecond)
			}
		}
	}
}

func run(address, pki, publisher string) error {
	channel, err := core.Connect(address, pki, "studio")
	if err != nil {
		return err
	}
	defer channel.Close()
	issuance := publisherv1.NewIssuanceServiceClient(channel)

	// The third item has no name.
	var items []*publisherv1.AssetSpecification
	for _, name := range []string{"Print 1", "Print 2", "", "Print 4", "Print 5"} {
		profile := &assetv1.AssetProfile{Kind: assetv1.AssetKind_ASSET_KIND_GOOD, Name: name}
		items = append(items, &publisherv1.AssetSpecification{AssetProfile: profile})
	}
	create := &publisherv1.CreateIssuanceJobRequest{
		PublisherId: publisher, Reference: "prints-" + rand.Text(), ItemCount: int32(len(items)),
	}
	created, err := core.Call(issuance.CreateIssuanceJob, create, create.GetReference())
	if err != nil {
		return err
	}
	// The first stream ends early, as after a break.
	var results []*publisherv1.IssuanceItem
	for _, part := range [][]*publisherv1.AssetSpecification{items[:2], items} {
		sent, err := send(issuance, created.GetIssuanceJob(), part)
		if err != nil {
			return err
		}
		results = append(results, sent...)
	}
	for _, result := range results {
		for _, fault := range result.GetErrors() {
			fmt.Println("failed   item", result.GetIndex(), fault.GetCode(), fault.GetReason(), fault.GetField())
		}
	}

	revoke := &publisherv1.RevokeAssetRequest{PublisherId: publisher, AssetId: results[0].GetAssetIdentifier(), Reason: "Misprint"}
	lifecycle := publisherv1.NewAssetLifecycleServiceClient(channel)
	if _, err := core.Call(lifecycle.RevokeAsset, revoke, "revoke-"+revoke.GetAssetId()); err != nil {
		return err
	}
	for event, err := range follow(eventv1.NewEventServiceClient(channel), "") {
		if err != nil {
			return err
		}
		if event.GetSubject() == revoke.GetAssetId() {
			fmt.Println("event   ", event.GetType(), event.GetData().GetAsset().GetLifecycleStatus())
			break
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: issue <core address> <folder of pda pki> <publisher>")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}
