package main

import (
	"fmt"
	"strings"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

var setUp = []step{
	{"server-info", serverInfo},
	{"register-publisher", registerPublisher},
	{"define-asset-type", defineAssetType},
	{"register-merchants", registerMerchants},
	{"list-all-pages", listAllPages},
	{"update-and-clear", updateAndClear},
	{"create-api-key", createAPIKey},
	{"empty-bodies", suspendAndResume},
}

func serverInfo(s *scenario) error {
	public, err := newClient("", pda.WithoutAPIKey())
	if err != nil {
		return err
	}
	info, err := public.GetServerInfo(s.ctx)
	if err != nil {
		return err
	}
	return expect("version", info.Version, pda.Version)
}

func registerPublisher(s *scenario) error {
	created, err := s.operator.RegisterPublisher(s.ctx, api.RegisterPublisherRequest{Name: "Issuer " + s.word})
	if err != nil {
		return err
	}
	s.publisherID = created.PublisherID
	read, err := s.operator.GetPublisher(s.ctx, created.PublisherID)
	if err != nil {
		return err
	}
	return expect("publisher", read, created)
}

func defineAssetType(s *scenario) error {
	state, err := s.operator.GetSandbox(s.ctx)
	if err != nil {
		return err
	}
	created, err := s.operator.DefineAssetType(s.ctx, s.publisherID, api.DefineAssetTypeRequest{
		AssetType:    "C" + strings.ToUpper(s.word),
		Name:         "Conformance coin",
		Decimals:     pda.Ptr[int64](6),
		RefundPolicy: &api.RefundPolicyInput{Refundable: pda.Ptr(true), WindowSeconds: "2592000"},
		Networks:     state.NetworkAssets[:1],
	})
	if err != nil {
		return err
	}
	s.assetType = created.AssetType
	read, err := s.operator.GetAssetType(s.ctx, s.publisherID, created.AssetTypeID)
	if err != nil {
		return err
	}
	if err := expect("window", read.RefundPolicy.WindowSeconds, "2592000"); err != nil {
		return err
	}
	return expect("asset type", read, created)
}

func registerMerchants(s *scenario) error {
	for i := range 3 {
		merchant, err := s.operator.RegisterMerchant(s.ctx, api.RegisterMerchantRequest{
			Name:    fmt.Sprintf("Shop %s %d", s.word, i),
			Website: "https://shop.example/" + s.word,
		})
		if err != nil {
			return err
		}
		s.merchants = append(s.merchants, *merchant)
	}
	s.merchantID = s.merchants[0].MerchantID
	return nil
}

func listAllPages(s *scenario) error {
	first, err := s.operator.ListMerchants(s.ctx, &api.ListMerchantsParams{PageSize: 2})
	if err != nil {
		return err
	}
	if len(first.Items) != 2 || first.NextPageToken == "" {
		return fmt.Errorf("expected a page of 2 and a next one, got %d items and the token %q", len(first.Items), first.NextPageToken)
	}
	found, all := map[string]int{}, 0
	for merchant, err := range s.operator.ListMerchantsAll(s.ctx, &api.ListMerchantsParams{PageSize: 2}) {
		if err != nil {
			return err
		}
		all++
		if strings.Contains(merchant.Name, s.word) {
			found[merchant.MerchantID]++
		}
	}
	want := map[string]int{}
	for _, merchant := range s.merchants {
		want[merchant.MerchantID] = 1
	}
	if all <= 2 {
		return fmt.Errorf("expected more merchants than are on one page, got %d", all)
	}
	return expect("merchants", found, want)
}

func updateAndClear(s *scenario) error {
	_, err := s.operator.UpdateMerchant(s.ctx, s.merchantID,
		&api.UpdateMerchantParams{UpdateMask: "supportUrl"}, api.UpdateMerchantRequest{SupportURL: "mailto:help@shop.example"})
	if err != nil {
		return err
	}
	var info call.Info
	changed, err := s.operator.GetMerchant(s.ctx, s.merchantID, call.ReadInfo(&info))
	if err != nil {
		return err
	}
	if err := expect("supportUrl", changed.SupportURL, "mailto:help@shop.example"); err != nil {
		return err
	}
	if err := expect("status and request identifier", info.Status == 200 && info.RequestID != "", true); err != nil {
		return err
	}
	_, err = s.operator.UpdateMerchant(s.ctx, s.merchantID,
		&api.UpdateMerchantParams{UpdateMask: "website"}, api.UpdateMerchantRequest{}, call.IfVersion(changed.Version))
	if err != nil {
		return err
	}
	cleared, err := s.operator.GetMerchant(s.ctx, s.merchantID)
	if err != nil {
		return err
	}
	want := *changed
	want.Website, want.Version = "", changed.Version+1
	return expect("merchant", *cleared, want)
}

func createAPIKey(s *scenario) error {
	created, err := s.operator.CreateAPIKey(s.ctx, s.merchantID, api.CreateAPIKeyRequest{
		Name: "till",
		Scopes: []string{
			"payments.write", "payments.read", "refunds.write", "refunds.read", "transactions.read", "settlement.read", "events.read",
		},
	})
	if err != nil {
		return err
	}
	s.keyID, s.key = created.APIKey.APIKeyID, created.Secret
	if s.merchant, err = newClient("", pda.WithAPIKey(created.Secret)); err != nil {
		return err
	}
	read, err := s.operator.GetAPIKey(s.ctx, s.merchantID, s.keyID)
	if err != nil {
		return err
	}
	if created.Secret == "" || strings.Contains(fmt.Sprintf("%+v", *read), created.Secret) {
		return fmt.Errorf("expected the secret in the first answer only")
	}
	return expect("key", *read, created.APIKey)
}

func suspendAndResume(s *scenario) error {
	suspended, err := s.operator.SuspendMerchant(s.ctx, s.merchants[1].MerchantID, api.SuspendMerchantRequest{})
	if err != nil {
		return err
	}
	if err := expect("status", suspended.Status, api.MerchantStatusSuspended); err != nil {
		return err
	}
	resumed, err := s.operator.ResumeMerchant(s.ctx, s.merchants[1].MerchantID, api.ResumeMerchantRequest{})
	if err != nil {
		return err
	}
	return expect("status", resumed.Status, api.MerchantStatusActive)
}
