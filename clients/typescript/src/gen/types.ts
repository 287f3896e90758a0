// Generated from openapi/pda.v1.yaml by openapi-typescript. Do not edit.
export interface paths {
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists public assets of a publisher or of an asset type, newest first
         * @description The request has `publisher`, `assetType` or both (SVC-4000 otherwise). The list leaves out assets that are issued and not yet in use, and digital identities. A caller who has the identifier of such an asset can read the asset with GetAsset. A publisher finds all of its own assets, and the operator finds all assets.
         *
         *     No credential is needed.
         */
        get: operations["ListAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns public information about an asset
         * @description The answer never has sensitive ownership information.
         *
         *     No credential is needed.
         */
        get: operations["GetAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the newest signed head of the audit log
         * @description With `fromSize`, the answer has a proof that the tree continues the tree of that size: its first records are unchanged. A witness keeps the last head that it has seen and calls this method with the size of that head.
         *
         *     Needs a credential with the scope `audit.read`.
         */
        get: operations["GetAuditCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists records of calls, newest first
         * @description A merchant or publisher sees the calls of its own credentials. The holder of a wallet sees the calls of its wallet. A record appears within about a second after its call. Records whose times differ by less than a second may have another order. Filters are combined: a record in the list satisfies all of them. When few records match, a page may have fewer items than asked for, also none, although more pages follow. A page token is valid only with the filters that it was created with.
         *
         *     Needs a credential with the scope `audit.read`.
         */
        get: operations["ListAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/records/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a record of a call, with a proof that it is in the log
         * @description The log is a Merkle tree (RFC 6962) whose head is signed. The proof shows that the record is in the signed tree, so that the service cannot later change, remove or move the record without a contradiction between two signed heads.
         *
         *     Needs a credential with the scope `audit.read`.
         */
        get: operations["GetAuditRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns for whom the caller's credential acts, and its scopes
         * @description A program that was given a credential can find out its merchant or publisher, and offer only what the scopes allow. The answer describes the credential of this very request.
         *
         *     Needs a credential with any scopes.
         */
        get: operations["GetCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists events, oldest first
         * @description A merchant, publisher or holder sees its own events in one order that never changes. New events only come after the events that were returned before. The order of the events of different tenants, which only the operator sees, is not defined.
         *
         *     The holder of a wallet sees `payment.completed` and `payment.failed` of payments that the wallet paid or declined, `refund.completed` of refunds to the wallet, and `webhook.disabled` of the wallet's endpoints. Of the merchant's event, with the same `id`, the holder sees the fields that wallets may see.
         *
         *     Store `nextPageToken` of each answer, and call this method with it to get the events since then. The token is present in every answer. When no event has happened since, the answer has no items and the token of the request. To get an event as soon as it happens, call again at once with the same token and with `waitSeconds`, or create a webhook endpoint that events are sent to.
         *
         *     A tenant may have 16 waiting calls, and the service has a limit for those of all tenants. A call beyond them is refused with SVC-4290, `TOO_MANY_WAITING`. A call whose credential or access token is revoked while the call waits is refused.
         *
         *     Needs a credential with the scope `events.read`.
         */
        get: operations["ListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhook-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the keys that verify deliveries to endpoints with `publicKeySignature`
         * @description A receiver may keep the keys for 300 seconds. A new key is published 900 seconds before it signs. A delivery is genuine when one of its `v1a` signatures is valid under one of the keys.
         *
         *     With `Accept: application/jwk-set+json` the answer is the bare document, without the envelope. The bare document is also at `/.well-known/webhook-keys.json`. Caches may keep it for 300 seconds.
         *
         *     No credential is needed.
         */
        get: operations["GetWebhookKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists webhook endpoints without their secrets, newest first
         * @description A merchant, publisher or holder sees its own endpoints, and the operator those of all. Deleted endpoints are left out.
         *
         *     Needs a credential with the scope `events.read`.
         */
        get: operations["ListWebhooks"];
        put?: never;
        /**
         * Creates a webhook endpoint
         * @description The answer has the secret that requests are signed with, once. A repeat with the same `Idempotency-Key` returns the same answer. The service then sends a signed event `webhook.verification` to the URL. When the receiver answers with the event's challenge, the endpoint is enabled, and events that happen from then on are sent to it. A failed attempt is repeated up to four times, within three hours; VerifyWebhook starts again.
         *
         *     The holder of a wallet creates endpoints for the events of its wallet: `payment.completed`, `payment.failed`, `refund.completed` and `webhook.disabled`.
         *
         *     Fails with SVC-4098 when the merchant or publisher has as many endpoints as the deployment allows (20 by default), or the wallet (3 by default).
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["CreateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a webhook endpoint without its secret
         * @description Needs a credential with the scope `events.read`.
         */
        get: operations["GetWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates a webhook endpoint
         * @description The fields of the request change; `updateMask` can clear the description, the rate and the authentication, and nothing else.
         *
         *     An endpoint with another URL must be verified again before events are sent there. When a disabled endpoint is enabled, or an endpoint with another URL is verified, events that happen from then on are sent, also to an ordered endpoint. Events that no attempt has delivered by then are missed, and RedeliverEvents sends them. Fails with SVC-4094 and `WEBHOOK_NOT_VERIFIED` when `enabled` is given for an endpoint that is not verified.
         *
         *     Needs a credential with the scope `events.write`.
         */
        patch: operations["UpdateWebhook"];
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a webhook endpoint for ever
         * @description Within three seconds no further attempt begins; what is under way then ends. Its secrets are erased. The endpoint and its deliveries can still be read. If the endpoint is already deleted, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["DeleteWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the attempts to deliver events to a webhook endpoint, newest first
         * @description Attempts are kept for at least 30 days. Filters are combined: an attempt in the list satisfies all of them.
         *
         *     Needs a credential with the scope `events.read`.
         */
        get: operations["ListWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an attempt to deliver an event, with the first KiB of the receiver's answer
         * @description Needs a credential with the scope `events.read`.
         */
        get: operations["GetWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/missed-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the events that no attempt has delivered to a webhook endpoint, oldest first
         * @description Events are those of the endpoint's types. Events that an enabled endpoint is still to get for the first time are left out. Few or none of the events of a page may be missing: a page may have fewer items than asked for, also none, although more pages follow.
         *
         *     Needs a credential with the scope `events.read`.
         */
        get: operations["ListMissedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends events to a webhook endpoint again
         * @description The request names events, or a range of time by `fromTime`; with `missedOnly`, those of the range that no attempt has delivered. Each call looks at no more than 1,000 events and says how many of them it sends; go on with `nextPageToken` until it is empty. The events have the identifiers that they always had, so that a receiver recognises those that it knows.
         *
         *     Fails with SVC-4094 and `WEBHOOK_NOT_ENABLED` unless the endpoint is enabled, with SVC-4091 and `WEBHOOK_DELETED` for a deleted endpoint, and with SVC-4098 and `REDELIVERY_LIMIT` while 10,000 events wait to be sent to it again.
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["RedeliverEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the secret of a webhook endpoint
         * @description The answer has the new secret, once. For the overlap in the request, each request has two signatures, so that the receiver can change over at any time. While an overlap runs, the secret can only be replaced without another overlap (SVC-4094 with `SECRET_OVERLAP` otherwise): both earlier secrets then end within three seconds.
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["RotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test event to a webhook endpoint
         * @description The event is signed and sent as a real one, but only once. A receiver knows it by `test`, which is true in test events and absent in all others: nothing has happened. Its data is an example, and the identifier of its resource has only zeros after the prefix. The event is in no list of events. Its result changes nothing for the endpoint.
         *
         *     The answer does not wait for the receiver: ListWebhookDeliveries with the identifier of the event shows the attempt. The endpoint may be disabled. Fails with SVC-4094 and `WEBHOOK_NOT_VERIFIED` while the endpoint is not verified, and with SVC-4098 and `TEST_EVENT_LIMIT` while 10 test events wait to be sent to it.
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["SendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/webhooks/{webhookId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends the verification of a webhook endpoint again
         * @description The answer does not wait for the receiver: read the endpoint, or its deliveries, to see the result. If the endpoint is verified, this call succeeds and sends nothing.
         *
         *     Needs a credential with the scope `events.write`.
         */
        post: operations["VerifyWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an event
         * @description Needs a credential with the scope `events.read`.
         */
        get: operations["GetEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/idempotency/{idempotencyKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the outcome of a request by its idempotency key
         * @description Keys belong to the caller's merchant, publisher or service, whichever of its credentials sent them. Fails with SVC-4040 when no request was executed under the key: the request has not arrived yet, was refused, or is no longer stored (after 30 days by default). A request that has not arrived yet can still arrive. CancelPaymentByKey prevents that such a request creates a payment.
         *
         *     Needs a credential with any scopes.
         */
        get: operations["GetOutcome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/idempotency/{idempotencyKey}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a payment by the idempotency key of its creation
         * @description This call is for a caller that does not know whether its CreatePayment arrived. If the key created a payment, the payment is cancelled as by CancelPayment. If that payment is completed or failed, this call fails with SVC-4091 and does not change the key. If the key created nothing, the key is cancelled. If a request with the key is running, this call waits for its end.
         *
         *     After a successful call, every CreatePayment with the key creates nothing and fails with SVC-4091, reason `IDEMPOTENCY_KEY_CANCELLED`. This holds as long as keys are stored: 30 days by default. A repeat of this call changes nothing and returns the same answer.
         *
         *     Needs a credential with the scope `payments.write`.
         */
        post: operations["CancelPaymentByKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists merchants, newest first
         * @description With `namePrefix` the list is in the order of the names.
         *
         *     Needs a credential with the scope `merchants.admin` or `tenants.read`.
         */
        get: operations["ListMerchants"];
        put?: never;
        /**
         * Registers a merchant
         * @description Needs a credential with the scope `merchants.admin`.
         */
        post: operations["RegisterMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a merchant
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates a merchant
         * @description The fields of the request change; `updateMask` can clear a field.
         *
         *     A merchant changes its own addresses. Only the operator (`merchants.admin`) changes the name, which payers see before they pay: other callers fail with SVC-4030, reason `NAME_BY_OPERATOR`.
         *
         *     Needs a credential with the scope `merchants.write`.
         */
        patch: operations["UpdateMerchant"];
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API keys of the merchant without their secrets, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListApiKeys"];
        put?: never;
        /**
         * Creates an API key of the merchant
         * @description The answer has the whole key, once: the service stores only a hash of its secret. A repeat with the same `Idempotency-Key` returns the same answer. The caller must hold every scope that it gives to the key.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["CreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an API key without its secret
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes an API key
         * @description If the key is already revoked, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RevokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces an API key by a new one with the same name, scopes, terminal and networks
         * @description The answer has the whole new key, once. The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `API_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `API_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the balances of a merchant by asset type
         * @description Needs a credential with the scope `transactions.read`.
         */
        get: operations["ListMerchantBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the certificates of the merchant and of its terminals, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListMerchantCertificates"];
        put?: never;
        /**
         * Issues a merchant certificate for a signing request
         * @description The service takes only the key from the signing request, whose signature proves that the merchant has the key. Names come from the registry. The certificate is valid for 90 days. Earlier certificates stay in force, so that certificates can overlap. At most three certificates of one key are in force (SVC-4098 beyond). A key belongs to one merchant and one terminal. No certificate is issued for a key that was revoked as compromised (SVC-4226).
         *
         *     A certificate with scopes is a credential. A TLS client that shows it acts for the merchant or the terminal, without an API key.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["IssueMerchantCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/certificates/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a certificate of the merchant
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetMerchantCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/certificates/{certificateId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a certificate of the merchant
         * @description The certificate is on the revocation list of its issuer from then on.
         *
         *     If the certificate is already revoked, this call succeeds and changes nothing: time and reason stay those of the first call. The reason `KEY_COMPROMISE` revokes every certificate of the key, and the key gets no new one.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RevokeMerchantCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the terminals of the merchant, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListMerchantDevices"];
        put?: never;
        /**
         * Enrols a terminal
         * @description If the request has a signing request of the terminal's key, the same call issues its certificate, as by IssueMerchantCertificate. The terminal calls the service with an API key that is created for it: CreateApiKey with `deviceId`.
         *
         *     Needs a credential with the scope `merchants.write` or `terminals.write`.
         */
        post: operations["EnrolMerchantDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a terminal
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetMerchantDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/devices/{deviceId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a terminal for ever
         * @description Its API keys and certificates are revoked.
         *
         *     If the terminal is already removed, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.write` or `terminals.write`.
         */
        post: operations["RemoveMerchantDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/devices/{deviceId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts a suspended terminal back into use
         * @description If the terminal is already active, this call succeeds and changes nothing. If the terminal is removed, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `merchants.write` or `terminals.write`.
         */
        post: operations["ResumeMerchantDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/devices/{deviceId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspends a terminal
         * @description Its API keys are refused everywhere within five seconds.
         *
         *     If the terminal is already suspended, this call succeeds and changes nothing. If the terminal is removed, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `merchants.write` or `terminals.write`.
         */
        post: operations["SuspendMerchantDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/public-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the public keys of the merchant, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListMerchantPublicKeys"];
        put?: never;
        /**
         * Registers a public key of the merchant, so that a caller with its private key can call without an API key
         * @description A caller makes a JWT for each request, signs it with the private key and sends it as bearer token. The private key never reaches the service. `proof` shows that the registrant has it. The caller must hold every scope that it gives to the key. A key is registered once: a key that is known to the service, also a revoked one, fails with SVC-4090.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RegisterMerchantPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a public key
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetMerchantPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a public key
         * @description JWTs of the key are refused everywhere within five seconds.
         *
         *     If the key is already revoked, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RevokeMerchantPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/revoke-delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes one delegation that a public key has signed
         * @description The delegation is refused everywhere within five seconds.
         *
         *     The service does not know which delegations a key has signed, so this call succeeds for every name. The service keeps the name for ten years, because a delegation may be signed long before it begins. A repeat changes nothing. The key and its other delegations stay as they are.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RevokeMerchantDelegation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces a public key by a new one with the same name, scopes, terminal and networks
         * @description The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `PUBLIC_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `PUBLIC_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `merchants.write` or `credentials.write`.
         */
        post: operations["RotateMerchantPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts a suspended merchant back into business
         * @description If the merchant is already active, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.admin`.
         */
        post: operations["ResumeMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/settlement-accounts/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the changes of the settlement accounts, newest first, including the accounts that the merchant was registered with
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListSettlementAccountChanges"];
        put?: never;
        /**
         * Requests a change of the settlement account on a network: a new account, another account, or none
         * @description The change comes into force after a delay of the deployment (two days by default). Settlements that are opened before the effective time go to the old account, and later ones to the new account. A waiting settlement whose old account cannot be paid goes to the new account, too. A pending change can be cancelled. Each network has at most one pending change (SVC-4094 with `CHANGE_PENDING`). A change to the present account fails with SVC-4095, `ACCOUNT_UNCHANGED`. An account that the network cannot pay to fails with SVC-4221.
         *
         *     Needs a credential with the scope `merchants.write`.
         */
        post: operations["RequestSettlementAccountChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/settlement-accounts/changes/{changeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a change of a settlement account
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["GetSettlementAccountChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/settlement-accounts/changes/{changeId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a pending change, so that the account stays as it is
         * @description If the change is already cancelled, this call succeeds and changes nothing. If the change is in force, this call fails with SVC-4091, `CHANGE_EFFECTIVE`.
         *
         *     Needs a credential with the scope `merchants.write`.
         */
        post: operations["CancelSettlementAccountChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a statement of one account of a merchant: opening balance, entries, closing balance
         * @description The period of a statement is closed: no movement of the period can still be committed. So a statement never changes, and the next statement begins with the balance that this one ends with. A period that is not yet closed fails with SVC-4096, `PERIOD_OPEN`, and the error says how long to wait. The ledger is closed up to about one second ago.
         *
         *     One request counts as 10 in the caller's quotas.
         *
         *     Needs a credential with the scope `transactions.read`.
         */
        get: operations["GetStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/statement/camt.053": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a statement as camt.053.001.08 (ISO 20022 BankToCustomerStatement), one page in each file
         * @description Amounts are in whole units of the asset type, with the currency code XXX (ISO 4217: no currency). The account of the file names the asset type. An amount or balance with more than 5 fraction digits or 18 digits fails with SVC-4225, `AMOUNT_NOT_EXPRESSIBLE`, because the format cannot hold it and amounts are never rounded.
         *
         *     One request counts as 10 in the caller's quotas.
         *
         *     The answer is the bare document (`application/xml`). With `Accept: application/json` it is in the envelope. Its next page is in the header `Link`.
         *
         *     Needs a credential with the scope `transactions.read`.
         */
        get: operations["ExportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/statement/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a statement as CSV (RFC 4180), one page in each file
         * @description The first line names the columns. The next lines are the opening balance of the page, each entry, and the closing balance.
         *
         *     One request counts as 10 in the caller's quotas.
         *
         *     The answer is the bare document (`text/csv`). With `Accept: application/json` it is in the envelope. Its next page is in the header `Link`.
         *
         *     Needs a credential with the scope `transactions.read`.
         */
        get: operations["ExportStatementCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merchants/{merchantId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspends a merchant: it takes no payments, gets no certificates and cannot change its settlement accounts
         * @description Wallets cannot pay its pending payments (SVC-4097) until the merchant is resumed or the payments expire. Its completed payments are settled and can be refunded and read. The merchant can still cancel and revoke. If the merchant is already suspended, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.admin`.
         */
        post: operations["SuspendMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the alarms that are raised now, the most severe first, then by name
         * @description The service judges one snapshot of the database at the time of the call, so every core gives the same answer. It raises an alarm as soon as its limit is passed, and ends the alarm when the cause is gone. The answer leaves out the alerts about facts that only single processes know: their health, CPU, memory, certificates, requests and failures. Prometheus raises these alerts from the metrics. The list has no pages, because the kinds of alarms are fixed.
         *
         *     Needs a credential with the scope `operators.admin` or `tenants.read`.
         */
        get: operations["ListAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API keys of the operator without their secrets, newest first
         * @description Needs a credential with the scope `operators.admin`.
         */
        get: operations["ListOperatorApiKeys"];
        put?: never;
        /**
         * Creates an API key of the operator
         * @description The answer has the whole key, once: the service stores only a hash of its secret. A repeat with the same `Idempotency-Key` returns the same answer. The caller must hold every scope that it gives to the key.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["CreateOperatorApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an API key without its secret
         * @description Needs a credential with the scope `operators.admin`.
         */
        get: operations["GetOperatorApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys/{apiKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes an API key
         * @description If the key is already revoked, this call succeeds and changes nothing. The last key with the scope `operators.admin` is not revoked (SVC-4094 with `LAST_ADMIN`): create another one first. A key that was replaced by rotation does not count as another one.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RevokeOperatorApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/api-keys/{apiKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces an API key by a new one with the same name, scopes and networks
         * @description The answer has the whole new key, once. The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `API_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `API_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RotateOperatorApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/ledger-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the last finished check of the whole ledger
         * @description A worker reads the whole ledger in one snapshot and checks its rules, every hour unless the deployment says otherwise. The answer has each rule with the number of violations.
         *
         *     Needs a credential with the scope `operators.admin` or `tenants.read`.
         */
        get: operations["GetLedgerCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the processes of gateways, cores and workers
         * @description The process that started last is first.
         *
         *     Each process reports itself every 15 seconds. A process that stops in order leaves the list. A process that ends in another way stays in the list for 24 hours as silent. The chain adapter is not listed, because it has no database and calls no other tier; its metrics and health checks show its state.
         *
         *     Needs a credential with the scope `operators.admin` or `tenants.read`.
         */
        get: operations["ListProcesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/public-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the public keys of the operator, newest first
         * @description Needs a credential with the scope `operators.admin`.
         */
        get: operations["ListOperatorPublicKeys"];
        put?: never;
        /**
         * Registers a public key of the operator, so that a caller with its private key can call without an API key
         * @description A caller makes a JWT for each request, signs it with the private key and sends it as bearer token. The private key never reaches the service. `proof` shows that the registrant has it. The caller must hold every scope that it gives to the key. A key is registered once: a key that is known to the service, also a revoked one, fails with SVC-4090.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RegisterOperatorPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/public-keys/{publicKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a public key
         * @description Needs a credential with the scope `operators.admin`.
         */
        get: operations["GetOperatorPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/public-keys/{publicKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a public key
         * @description JWTs of the key are refused everywhere within five seconds.
         *
         *     If the key is already revoked, this call succeeds and changes nothing. The last key with the scope `operators.admin` is not revoked (SVC-4094 with `LAST_ADMIN`): create another one first. A key that was replaced by rotation does not count as another one.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RevokeOperatorPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/public-keys/{publicKeyId}/revoke-delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes one delegation that a public key has signed
         * @description The delegation is refused everywhere within five seconds.
         *
         *     The service does not know which delegations a key has signed, so this call succeeds for every name. The service keeps the name for ten years, because a delegation may be signed long before it begins. A repeat changes nothing. The key and its other delegations stay as they are.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RevokeOperatorDelegation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/public-keys/{publicKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces a public key by a new one with the same name, scopes and networks
         * @description The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `PUBLIC_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `PUBLIC_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `operators.admin`.
         */
        post: operations["RotateOperatorPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-pages/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what a consumer may see of a payment: merchant, amount, purpose, state
         * @description The payment reference is the only proof that this call asks for: it is random, and only the merchant and the people to whom the merchant shows it know it. The answer names no payer and has none of the merchant's own data. The page behind the link of a payment reference shows the same facts to people. A deployment can close this call to callers without a credential.
         *
         *     No credential is needed.
         */
        get: operations["GetPaymentPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists payments, newest first
         * @description A merchant sees only its own payments. Filters are combined: a payment in the list satisfies all of them. A page token is valid only with the filters that it was created with.
         *
         *     Needs a credential with the scope `payments.read`.
         */
        get: operations["ListPayments"];
        put?: never;
        /**
         * Creates a payment request
         * @description The payment is `pending` and waits for a wallet until it expires. A merchant's credential can only name its own merchant. With an `Idempotency-Key`, a repeat returns the first answer and creates nothing. A key that was cancelled fails with SVC-4091.
         *
         *     With `presentation` (tap to pay), the same call pays the payment, and its status is `completed`. If the presentation is not the consumer's agreement to exactly this payment, the call fails and creates no payment: SVC-4031 for a signature of the holder, SVC-4226 for a device. A presentation that was used before fails with SVC-4095. If the balance of the wallet is too low, the call succeeds: the payment is `failed` with `INSUFFICIENT_FUNDS`. The presentation is then used up, so that a payment that a terminal showed as declined cannot be charged later. Always check `status`.
         *
         *     Needs a credential with the scope `payments.write`.
         */
        post: operations["CreatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a payment with its status
         * @description Needs a credential with the scope `payments.read`.
         */
        get: operations["GetPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a pending payment
         * @description If the payment is already cancelled, this call succeeds and changes nothing. If the payment is completed or failed, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `payments.write`.
         */
        post: operations["CancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generates the payment reference of a payment
         * @description A payment has one reference, and a repeat returns the same one. The payment must be pending (SVC-4091 otherwise).
         *
         *     Needs a credential with the scope `payments.write`.
         */
        post: operations["GeneratePaymentReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists publishers, newest first
         * @description Needs a credential with the scope `publishers.admin` or `tenants.read`.
         */
        get: operations["ListPublishers"];
        put?: never;
        /**
         * Registers a publisher
         * @description Needs a credential with the scope `publishers.admin`.
         */
        post: operations["RegisterPublisher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a publisher
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetPublisher"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates a publisher
         * @description The fields of the request change.
         *
         *     The name is the organisation in the publisher's certificates, which the operator vouches for. New certificates have the new name, and earlier certificates keep theirs.
         *
         *     Needs a credential with the scope `publishers.admin`.
         */
        patch: operations["UpdatePublisher"];
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/access-certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the access certificates of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherAccessCertificates"];
        put?: never;
        /**
         * Issues an access certificate for a signing request
         * @description The service takes only the key from the signing request, whose signature proves that the publisher has the key. The name comes from the registry. The certificate is valid for 90 days. Earlier certificates stay in force, so that certificates can overlap. At most three certificates of one key are in force (SVC-4098 beyond). A key belongs to one publisher, and is not the key of a CA certificate (SVC-4226). No certificate is issued for a key that was revoked as compromised (SVC-4226).
         *
         *     A certificate with scopes is a credential. A TLS client that shows it acts for the publisher, without an API key.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["IssuePublisherAccessCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/access-certificates/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an access certificate of the publisher
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetPublisherAccessCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/access-certificates/{certificateId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes an access certificate of the publisher
         * @description The service refuses the certificate within five seconds, also on open connections. The certificate is on the revocation list of its issuer from then on.
         *
         *     If the certificate is already revoked, this call succeeds and changes nothing: time and reason stay those of the first call. The reason `KEY_COMPROMISE` revokes every access certificate of the key, and the key gets no new one.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RevokePublisherAccessCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API keys of the publisher without their secrets, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherApiKeys"];
        put?: never;
        /**
         * Creates an API key of the publisher
         * @description The answer has the whole key, once: the service stores only a hash of its secret. A repeat with the same `Idempotency-Key` returns the same answer. The caller must hold every scope that it gives to the key.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["CreatePublisherApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an API key without its secret
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetPublisherApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes an API key
         * @description If the key is already revoked, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RevokePublisherApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces an API key by a new one with the same name, scopes and networks
         * @description The answer has the whole new key, once. The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `API_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `API_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RotatePublisherApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/asset-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the asset types of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListAssetTypes"];
        put?: never;
        /**
         * Defines an asset type
         * @description The code is unique in the service (SVC-4090 otherwise). The service must serve every network of the type (SVC-4221 otherwise). Types of two publishers cannot be the same asset on a network (SVC-4221), except in sandbox mode. A type without networks is for goods, tickets or identities, and cannot be used for payments.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["DefineAssetType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an asset type
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetAssetType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Updates an asset type
         * @description The fields of the request change; `updateMask` can set a policy back to its default. Code and decimals never change.
         *
         *     A change applies to every refund and verification that begins after it. Networks can only be added, because settlements may use the present ones: a list that lacks a present network fails with SVC-4094. An added asset must not be that of a type of another publisher (SVC-4221), except in sandbox mode.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        patch: operations["UpdateAssetType"];
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an asset
         * @description The asset is `issued`.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["IssueAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues up to 1,000 assets in one request
         * @description Each item has its own result, in the order of the items. A wrong item fails alone, and the other items are issued. All issued assets are committed together, or none is.
         *
         *     The body may have up to 4,000,000 bytes. One request counts as 20 in the caller's quotas.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["BatchIssueAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates an asset, which puts it into use
         * @description The asset must be issued. If it is already active, this call succeeds and changes nothing. From another status this call fails with SVC-4094, from a final one with SVC-4091.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["ActivateAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/claim-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues a claim code for an asset that has no owner yet
         * @description Anyone who has `transferId` and `claimCode` can claim the asset once it is in use. The code is returned once: the service stores only its hash. The code replaces an earlier code of the asset. An asset that has an owner fails with SVC-4094, `ASSET_OWNED`.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["IssueClaimCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the devices of an asset, including revoked ones, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListDevices"];
        put?: never;
        /**
         * Binds a device to an asset
         * @description The device is identified by exactly one of these:
         *
         *     - a signing request of the chip's key: the service issues the device certificate under a CA that it keeps for the publisher
         *     - a device certificate that the publisher signed with its own CA key: SVC-4226 when it does not lead to a valid certificate of this publisher
         *     - the secp256k1 key of a chip without a certificate
         *     - the keys of an NTAG 424 DNA tag
         *
         *     A chip is bound to at most one asset. SVC-4090 when the publisher has already bound the serial number, or any publisher the key. The key of a chip with a certificate stays with the publisher that bound it first, also after the device is revoked: other publishers get SVC-4226 with `KEY_OF_OTHER_PUBLISHER`. An asset has at most one tag (SVC-4090).
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["BindDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a device of an asset
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetDeviceBinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/pass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a new pass for a device of an asset
         * @description Every call signs a new pass, and the service stores none. The publisher puts the pass onto the device or into the wallet. A pass tells a verifier the status list entries of the asset, the device and the publisher. A pass is worth nothing without the device's signature.
         *
         *     Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetDevicePass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a device for ever
         * @description Nothing that the device presents is trusted from then on.
         *
         *     If the device is already revoked, this call succeeds and changes nothing, including the reason. The asset does not change. The chip can be bound to an asset again: with a new certificate, or with the same raw key or tag keys.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["RevokeDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives an asset that has no owner yet to a wallet
         * @description The wallet owns the asset at once. The asset must be in use (SVC-4094, `ASSET_NOT_ACTIVE`). An asset that has an owner, whoever it is, fails with SVC-4094, `ASSET_OWNED`. An open claim code is withdrawn.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["GrantOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resumes a suspended asset, which puts it back into use
         * @description The asset must be suspended. If it is already active, this call succeeds and changes nothing. From another status this call fails with SVC-4094, from a final one with SVC-4091.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["ResumeAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retires an asset at the end of its life
         * @description The asset must be active or suspended. If it is already retired, this call succeeds and changes nothing. From another status this call fails with SVC-4094, from a final one with SVC-4091.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["RetireAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes an asset for ever
         * @description The asset is no longer trusted, and the event `asset.revoked` is recorded.
         *
         *     The asset must be issued, active or suspended. If it is already revoked, this call succeeds and changes nothing. If it is retired, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["RevokeAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspends an asset, which takes it out of use for a time
         * @description The asset must be active. If it is already suspended, this call succeeds and changes nothing. From another status this call fails with SVC-4094, from a final one with SVC-4091.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["SuspendAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a ticket of the publisher with its terms and uses
         * @description Needs a credential with the scope `tickets.read`.
         */
        get: operations["GetTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/assets/{assetId}/ticket/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the redemptions of a ticket of the publisher, newest first
         * @description Needs a credential with the scope `tickets.read`.
         */
        get: operations["ListTicketRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the outstanding amounts that a publisher has issued, by asset type
         * @description Needs a credential with the scope `transactions.read`.
         */
        get: operations["ListPublisherBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the certificates of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherCertificates"];
        put?: never;
        /**
         * Issues a constrained CA certificate for a signing request, with its chain
         * @description The service takes only the key from the signing request. Subject and constraints come from the registry. Earlier certificates stay in force, so that certificates can overlap. A device is trusted by the CA certificate whose key identifier its certificate names. At most three certificates of one key are in force (SVC-4098 beyond). No certificate is issued for a key that was revoked as compromised, or that another publisher uses (SVC-4226, `KEY_COMPROMISED`, `KEY_OF_OTHER_PUBLISHER`): use a new key.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["IssuePublisherCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/certificates/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a certificate of the publisher
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetPublisherCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/certificates/{certificateId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a certificate of the publisher
         * @description A device is not trusted from then on, unless another certificate of the same key is in force.
         *
         *     If the certificate is already revoked, this call succeeds and changes nothing: time and reason stay those of the first call. The reasons `KEY_COMPROMISE` and `CA_COMPROMISE` revoke every certificate of the key: no device under the key is trusted from then on. To stop all devices of a publisher for a time, suspend the publisher.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["RevokePublisherCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/identity-issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the keys with which the publisher signs digital identities, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListIdentityIssuers"];
        put?: never;
        /**
         * Registers a key with which the publisher signs digital identities
         * @description The request has either a signing request or a certificate. For a signing request, the service issues the certificate under a CA that it keeps for the publisher. A certificate is signed by the publisher's own CA key: SVC-4226 when it would not be accepted. Credentials are SD-JWT VCs (RFC 9901) whose JOSE header has this certificate in `x5c`. A credential is not valid longer than the certificate.
         *
         *     A key that the publisher has revoked cannot be registered again, in any certificate: SVC-4226, `KEY_REVOKED`.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["RegisterIdentityIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/identity-issuers/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a key with which the publisher signs digital identities
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetIdentityIssuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/identity-issuers/{certificateId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a key with which the publisher signs digital identities
         * @description Credentials of this key are not accepted from then on, with any certificate of the key.
         *
         *     If the key is already revoked, this call succeeds and changes nothing. The key cannot be registered again.
         *
         *     Needs a credential with the scope `publishers.write`.
         */
        post: operations["RevokeIdentityIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/issuance-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the issuance jobs of the publisher, newest first
         * @description Needs a credential with the scope `publishers.issue`.
         */
        get: operations["ListIssuanceJobs"];
        put?: never;
        /**
         * Creates an issuance job
         * @description If a job with the same reference and number of items exists, this call returns it, so that an interrupted upload can continue. If a job with the same reference has another number of items, this call fails with SVC-4090.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["CreateIssuanceJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an issuance job with its progress
         * @description Needs a credential with the scope `publishers.issue`.
         */
        get: operations["GetIssuanceJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the results of the items of an issuance job, by index
         * @description Needs a credential with the scope `publishers.issue`.
         */
        get: operations["ListIssuanceItems"];
        put?: never;
        /**
         * Adds up to 1,000 items to an issuance job
         * @description `firstIndex` is the index of the first of these items. Items that the job already has, unchanged, return their earlier results. So a request whose answer was lost can be repeated, also together with new items. Items that would leave a gap, or that differ from the items that the job has, fail with SVC-4094, `ITEMS_MISSING` or `ITEMS_DIFFER`.
         *
         *     The body may have up to 4,000,000 bytes. One request counts as 20 in the caller's quotas.
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["AddIssuanceItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/issuances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues value of an asset type to a wallet
         * @description The asset type must have a network (SVC-4221 otherwise). At most 10^37 minor units of an asset type can be issued in all (SVC-4225, `AMOUNT_TOO_LARGE`, otherwise).
         *
         *     Needs a credential with the scope `publishers.issue`.
         */
        post: operations["IssueValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/public-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the public keys of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherPublicKeys"];
        put?: never;
        /**
         * Registers a public key of the publisher, so that a caller with its private key can call without an API key
         * @description A caller makes a JWT for each request, signs it with the private key and sends it as bearer token. The private key never reaches the service. `proof` shows that the registrant has it. The caller must hold every scope that it gives to the key. A key is registered once: a key that is known to the service, also a revoked one, fails with SVC-4090.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RegisterPublisherPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a public key
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["GetPublisherPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a public key
         * @description JWTs of the key are refused everywhere within five seconds.
         *
         *     If the key is already revoked, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RevokePublisherPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/revoke-delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes one delegation that a public key has signed
         * @description The delegation is refused everywhere within five seconds.
         *
         *     The service does not know which delegations a key has signed, so this call succeeds for every name. The service keeps the name for ten years, because a delegation may be signed long before it begins. A repeat changes nothing. The key and its other delegations stay as they are.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RevokePublisherDelegation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces a public key by a new one with the same name, scopes and networks
         * @description The service accepts the old key for the overlap in the request, so that callers can change over one by one. After the overlap the old key expires. A key is replaced once (SVC-4095 with `PUBLIC_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `PUBLIC_KEY_NOT_ACTIVE`). The caller must hold every scope of the key.
         *
         *     Needs a credential with the scope `publishers.write` or `credentials.write`.
         */
        post: operations["RotatePublisherPublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts a suspended publisher back into business
         * @description If the publisher is already active, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `publishers.admin`.
         */
        post: operations["ResumePublisher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{publisherId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspends a publisher: it cannot issue, and its assets are not trusted
         * @description The publisher can still revoke what it has issued. In its asset types no payment is created or authorised and no value transferred (SVC-4097, `PUBLISHER_NOT_ACTIVE`). Refunds and settlements go on.
         *
         *     If the publisher is already suspended, this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `publishers.admin`.
         */
        post: operations["SuspendPublisher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists refunds, newest first
         * @description A merchant sees only its own refunds.
         *
         *     Needs a credential with the scope `refunds.read`.
         */
        get: operations["ListRefunds"];
        put?: never;
        /**
         * Refunds a completed payment, whole or in part
         * @description The service checks eligibility before anything moves. The original transaction is a completed payment of this merchant. The publisher's present policy allows refunds, and its window is open. The amount does not exceed what can still be refunded, and the merchant's balance covers it. Otherwise nothing moves, and the code tells what to do: SVC-4224 for the policy, SVC-4225 for the amount, SVC-4095 when everything is already refunded, SVC-4223 for the balance. A payment can have several refunds, up to the paid amount. CheckRefundEligibility checks without refunding.
         *
         *     Needs a credential with the scope `refunds.write`.
         */
        post: operations["CreateRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks whether a refund is eligible, without requesting it
         * @description A dry run with the rules of CreateRefund: tells whether the refund is allowed, the highest amount, every reason against the refund, and the version of the policy. A wrong request, e.g. with an unknown transaction or a malformed amount, fails as in CreateRefund. The call reserves nothing: its answer holds for the moment.
         *
         *     Needs a credential with the scope `refunds.read`.
         */
        post: operations["CheckRefundEligibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{refundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a refund
         * @description Needs a credential with the scope `refunds.read`.
         */
        get: operations["GetRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the sandbox clock and the networks that can be used
         * @description Needs a credential with the scope `sandbox.admin`. Exists in sandbox mode only.
         */
        get: operations["GetSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advances the sandbox clock, e.g. to let payments expire without waiting
         * @description The clock moves business time, such as expiry and refund windows, by a hundred years in all at most (SVC-4098 beyond). The service still judges signatures and certificates by real time.
         *
         *     Needs a credential with the scope `sandbox.admin`. Exists in sandbox mode only.
         */
        post: operations["AdvanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/wallets/{walletId}/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a wallet test value, by its holder or an operator
         * @description The service issues the value as the publisher of the asset type would. The asset type must have a network (SVC-4221 otherwise). Without an asset type in the request, the service takes the oldest asset type with a network.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead. Exists in sandbox mode only.
         */
        post: operations["FundWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/server-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the version, the environment and the clock of the service
         * @description A client can check at its start that it talks to the intended environment and that its own clock is right. The service judges the times of signatures by `serverTime`.
         *
         *     No credential is needed.
         */
        get: operations["GetServerInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists settlements, newest first
         * @description With `paymentId`, the list has the settlement of this payment.
         *
         *     A merchant sees only its own settlements.
         *
         *     Needs a credential with the scope `settlement.read`.
         */
        get: operations["ListSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/{settlementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a settlement with its status
         * @description Needs a credential with the scope `settlement.read`.
         */
        get: operations["GetSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/{settlementId}/blockchain-reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the network's reference of a settlement's transfer
         * @description Fails with SVC-4096 until the transfer is prepared.
         *
         *     Needs a credential with the scope `settlement.read`.
         */
        get: operations["GetBlockchainReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/{settlementId}/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the number of confirmations of a settlement
         * @description Needs a credential with the scope `settlement.read`.
         */
        get: operations["GetConfirmations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/{settlementId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the payments and refunds of a settlement: payments first, each kind oldest first
         * @description Payments less refunds are exactly the amount of the settlement.
         *
         *     Needs a credential with the scope `settlement.read`.
         */
        get: operations["ListSettlementItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists transactions, newest first
         * @description Every movement of value is a transaction: an issue, a payment, a refund, a settlement, a payout or a transfer. A merchant or publisher sees the transactions on its own accounts. Filters are combined: a transaction in the list satisfies all of them. A transaction that is being committed can later appear before transactions that were already listed. For a complete list, read a statement.
         *
         *     Needs a credential with the scope `transactions.read`.
         */
        get: operations["ListTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a transaction with its status
         * @description A merchant sees its own transactions with the entries on its own accounts. A publisher sees the transactions on its issuance accounts.
         *
         *     Needs a credential with the scope `transactions.read`.
         */
        get: operations["GetTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies several aspects of one asset at once
         * @description Each part of the answer is what its own operation would return, and all parts are for the same moment. As in VerifyAuthenticity, the call consumes a proof, but only when `checks` has `authenticity`. An `Idempotency-Key` has an effect only with a credential and such a proof.
         *
         *     No credential is needed.
         */
        post: operations["VerifyAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/authenticity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the authenticity of an asset
         * @description The answer tells whether the asset is trusted. A negative verdict is a successful call: `trusted` is false, and `checks` gives the reasons. An unknown asset and a certificate of another asset get the same answer.
         *
         *     A certificate can be copied, so a certificate alone reaches at most `static`. A signature that proves that the device holds its key reaches `proof_of_possession`, and a message of an NFC tag reaches `dynamic_mac`. The call consumes the proof's challenge or the tag's counter, whatever the verdict is.
         *
         *     An `Idempotency-Key` has an effect only with a credential and a proof: a repeat then returns the same verdict. Callers without a credential cannot be told apart, and a certificate alone is verified anew by each call.
         *
         *     The proof names a device that has no certificate (`keySignature`, `sunMessage`). The checks of certificates are then skipped. If the request has a certificate as well, both must belong to the asset.
         *
         *     No credential is needed.
         */
        post: operations["VerifyAuthenticity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the capabilities of an asset
         * @description An asset that is unknown or cannot be used now has no capabilities.
         *
         *     No credential is needed.
         */
        post: operations["VerifyCapabilities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a challenge with which a device proves its presence
         * @description The caller gives the challenge to the device, which signs it (see ChallengeSignature), and sends the signature to VerifyAuthenticity. The challenge is valid once and for 60 seconds. The answer is the same for assets that do not exist. An `Idempotency-Key` has an effect only with a credential, because callers without one cannot be told apart.
         *
         *     No credential is needed.
         */
        post: operations["CreateChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/crls/{revocationListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a certificate revocation list
         * @description The service keeps one list for the trust root, with revoked publisher CA certificates. It keeps one list for each publisher CA whose key it holds, with revoked device certificates. A publisher that holds its own CA key publishes the revocation list of its devices itself: this call then fails with SVC-4040.
         *
         *     The answer is the bare document (`application/pkix-crl`). With `Accept: application/json` it is in the envelope. It has an `ETag` for `If-None-Match`. Caches may keep it for 300 seconds.
         *
         *     No credential is needed.
         */
        get: operations["GetRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validates a digital identity
         * @description The answer tells whether the presentation shows and proves everything that the request asked for. The answer never has the content of the credential. A negative verdict is a successful call: `satisfied` is false, and `checks` gives the reasons. The call consumes the challenge, whatever the verdict is. The service stores nothing of the presentation.
         *
         *     Needs a credential with the scope `identities.read`.
         */
        post: operations["ValidateIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/identities/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a challenge that the holder of a digital identity answers
         * @description The caller gives `nonce` and `audience` to the holder's wallet, which signs them with its presentation. The challenge is valid for 5 minutes, for one validation, and for this caller only.
         *
         *     Needs a credential with the scope `identities.read`.
         */
        post: operations["CreateIdentityChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the keys that verify receipts, passes and status lists
         * @description A verifier may keep the keys for 300 seconds. A new key is published 900 seconds before it signs.
         *
         *     With `Accept: application/jwk-set+json` the answer is the bare document, without the envelope. The bare document is also at `/.well-known/jwks.json`. Caches may keep it for 300 seconds.
         *
         *     No credential is needed.
         */
        get: operations["GetVerificationKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/lifecycle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the lifecycle status of an asset
         * @description An unknown asset gets a negative verdict.
         *
         *     No credential is needed.
         */
        post: operations["VerifyLifecycle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies ownership: tells whether a holder owns an asset
         * @description The holder signs a challenge of CreateChallenge: a compact JWS (RFC 7515, ES256) with `typ` `pda-own+jws` and `kid`, the RFC 7638 thumbprint of the holder's key. Its claims are `aud` and `nonce` of the challenge, `assetId`, `iat` and `exp` (at most 60 s after `iat`). The call consumes the challenge, whatever the answer is. The answer never tells who owns the asset.
         *
         *     Needs a credential with the scope `verification.read`.
         */
        post: operations["VerifyOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/publisher": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies a publisher's identity
         * @description The request has `publisherId`, `publisherCertificate` or both (SVC-4000 otherwise). A negative verdict is a successful call: `verified` is false, and `checks` gives the reasons. A foreign, revoked or expired certificate is a failed check with the code SVC-4010. Certificates are public, so presenting a certificate does not prove that the presenter is the publisher.
         *
         *     No credential is needed.
         */
        post: operations["VerifyPublisher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the revocation status of an asset, of a device certificate, or of both
         * @description The request has `assetId`, `deviceCertificate` or both (SVC-4000 otherwise). Assets and certificates that the registry does not know are `unknown`. VerifyAuthenticity tells whether a certificate belongs to an asset.
         *
         *     No credential is needed.
         */
        post: operations["VerifyRevocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/status-lists/{listId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a status list
         * @description A change is in the list within 5 seconds. A verifier reads the list again when `timeToLiveSeconds` (300 seconds) is over. Receipts and passes give the index of an entry. Nobody else can tell which entry belongs to which asset.
         *
         *     With `Accept: application/statuslist+jwt` the answer is the bare document, without the envelope. It has an `ETag` for `If-None-Match`. Caches may keep it for 60 seconds.
         *
         *     No credential is needed.
         */
        get: operations["GetStatusList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies a ticket: tells whether RedeemTicket would succeed now with the same evidence
         * @description The call consumes nothing: not the ticket, the challenge or the tag's counter. So the same tap can be redeemed next. A negative verdict is a successful call. An unknown ticket, a ticket that the caller may not redeem, and evidence of another asset get the same answer.
         *
         *     Needs a credential with the scope `tickets.read`.
         */
        post: operations["VerifyTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/tickets/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeems a ticket once
         * @description If several gates present a ticket for its last use at the same time, one of them redeems it. The others fail with SVC-4095, reason `ALREADY_REDEEMED`, and the time of the redemption.
         *
         *     A tap is the same when its challenge and signature, or the message of its tag, and its certificate are the same. The same tap at the same gate within 120 seconds returns the same redemption and receipt, with `repeated` true. So does a repeat with the same `Idempotency-Key`. The same tap at another gate fails with `ALREADY_REDEEMED`. A gate opens once for each `redemptionId`.
         *
         *     A certificate alone, or a pass, is the same at every tap. With such evidence each request without an `Idempotency-Key` takes another use.
         *
         *     The checks, in this order, with the error of a failed one:
         *
         *     - The ticket exists and the caller may redeem it: SVC-4040.
         *     - The merchant that asks is active: SVC-4097 `MERCHANT_NOT_ACTIVE`.
         *     - The asset is a ticket: SVC-4221 `NOT_A_TICKET`.
         *     - The evidence holds and satisfies the policy of the asset type: SVC-4226 with the reason of the check.
         *     - The asset is in use: SVC-4094 `ASSET_NOT_ACTIVE` or `ASSET_SUSPENDED`, SVC-4091 `ASSET_REVOKED` or `ASSET_RETIRED`.
         *     - A use is left: SVC-4095 `ALREADY_REDEEMED`.
         *     - The ticket is valid now: SVC-4096 `NOT_YET_VALID`, SVC-4091 `EXPIRED`.
         *     - The ticket is for this group of gates: SVC-4227 `WRONG_GATE`.
         *
         *     A refused redemption consumes nothing.
         *
         *     Needs a credential with the scope `tickets.write`.
         */
        post: operations["RedeemTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/tickets/redemptions/{redemptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a redemption, to the tenant that made it and to the publisher of the ticket
         * @description Needs a credential with the scope `tickets.read`.
         */
        get: operations["GetTicketRedemption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a wallet for a holder's public key
         * @description The holder calls it with proof of the key, or an operator calls it for the holder. A holder creates only the wallet of the proved key. A key belongs to one wallet for ever, also after it was replaced (SVC-4090 otherwise).
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["CreateWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a wallet
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["GetWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the assets that the wallet owns, newest first by acquisition
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListOwnedAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/assets/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claims an asset by a claim code
         * @description From then on the wallet owns the asset.
         *
         *     The acceptance is a compact JWS as for AcceptTransfer, with the claim `claimCodeHash` (SHA-256 of the code's text in base64url) instead of `offerHash`. A code can be used once, and is locked after five wrong tries. A wrong, used, locked, expired or withdrawn code, an unknown transfer and an asset that is not in use get the same answer: SVC-4221, `CLAIM_NOT_ACCEPTED`. If only the suspension of the publisher prevents the claim, this call fails with SVC-4097, `PUBLISHER_NOT_ACTIVE`, and the code stays valid. A repeat by the wallet that has claimed the asset returns the same answer.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["ClaimAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the balances of a wallet, one for each asset type that the wallet has held
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the present and former keys of a wallet, newest first
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListWalletKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the key of a wallet, by its holder
         * @description The old key agrees and the new key proves possession: both sign `typ` `pda-rotate+jws` with the claims `walletId`, `oldKey` and `newKey`. From then on only the new key authorises payments, transfers and proofs of ownership. Statements of the old key that are not yet executed are refused (SVC-4031, `KEY_RETIRED`), including offers of ownership that wait for their recipient. The wallet keeps its assets and balances. A pending recovery is vetoed. A present or former key of any wallet is refused with SVC-4090.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["RotateWalletKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/payment-requests/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the payment request of a payment reference, with what the wallet has to sign
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ResolvePaymentReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/payment-requests/{reference}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declines a payment request
         * @description The payment fails with `DECLINED`, so that the merchant need not wait for its expiry. The refusal is a compact JWS (RFC 7515, ES256) with `typ` `pda-decline+jws` and the same claims as an authorisation. A repeat by the wallet that declined returns the same answer. A payment that is no longer pending fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.pay`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["DeclinePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/payments/{paymentId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authorises a payment by the holder's signature
         * @description In one step the amount moves and the payment is completed.
         *
         *     The authorisation is a compact JWS (RFC 7515, ES256) with `typ` `pda-pay+jws`. Its claims are `aud`, `nonce`, `iat` and `exp` (at most 300 s after `iat`). The JWS also has the claims `paymentId`, `amount`, `assetType` and `merchantId`, exactly as in the payment request. A payment is paid once. A repeat by the wallet that paid returns the same answer, and every other wallet gets SVC-4091. Merchant and publisher of the asset type must be active (SVC-4097 otherwise).
         *
         *     Needs a credential with the scope `wallets.pay`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["AuthorizePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the recoveries of a wallet, newest first
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListRecoveries"];
        put?: never;
        /**
         * Starts the replacement of a key that its holder has lost
         * @description The recovery key and the new key both sign `typ` `pda-recover+jws` with the claims `walletId`, `oldKey` (the wallet's present key) and `newKey`. A delay follows: 72 hours by default. During the delay the present key works as before and can veto the recovery. A wallet has at most one pending recovery: a newer one replaces it. A wallet has at most five recoveries in 30 days (SVC-4098, `RECOVERY_LIMIT`). A wallet without a recovery key cannot be recovered by anyone (SVC-4091, `RECOVERY_KEY_MISSING`). A repeat of the statement returns the recovery as it is now.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["StartRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/recoveries/{recoveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a recovery
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["GetRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/recoveries/{recoveryId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Completes a recovery after its delay
         * @description From then on only the new key signs for the wallet, as after a rotation.
         *
         *     The request has no signature, because both keys signed when the recovery was started. Before the end of the delay this call fails with SVC-4096 (`RECOVERY_TOO_EARLY`). If the recovery is already completed, this call succeeds.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["CompleteRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/recoveries/{recoveryId}/veto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vetoes a recovery, by the holder
         * @description The present key signs `typ` `pda-veto+jws` with the claims `walletId` and `recoveryId`. If the recovery is already vetoed, this call succeeds. If it ended otherwise, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["VetoRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/recovery-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registers or replaces the key that may start a recovery, by the holder
         * @description The holder signs `typ` `pda-recovery-key+jws` with the claims `walletId` and `recoveryKey`. The recovery key can only start recoveries. It may belong to a custodian and serve many wallets. A pending recovery is vetoed. A repeat of the statement changes nothing.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["SetRecoveryKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the transactions of a wallet, newest first
         * @description A transaction shows its effect on this wallet only.
         *
         *     Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListWalletTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a transaction of a wallet
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["GetWalletTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the transfers that the wallet is a party of, newest first
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["ListTransfers"];
        put?: never;
        /**
         * Offers an asset to another owner
         * @description The offer is a compact JWS (RFC 7515, ES256) of the owner with `typ` `pda-transfer+jws`. Its claims:
         *
         *     - `aud`: this service
         *     - `nonce`: 22 to 86 base64url characters that the wallet chooses
         *     - `iat`, and `exp`: the end of the offer, at most 30 days later
         *     - `transferId`: `trf_…`, made by the wallet
         *     - `assetId`
         *     - `seq`: a number, one more than the `sequence` of the owner
         *     - `prevEntryHash`: the `entryHash` of the owner
         *     - either `toKey`, the RFC 7638 thumbprint of the recipient's key, or `claimCodeHash`, the SHA-256 in base64url of a claim code's text. Anyone who has the code can claim the asset.
         *
         *     An asset has at most one open offer (SVC-4094, `TRANSFER_OPEN`). A wallet that is not the owner, an unknown asset and an asset that is not in use get the same answer: SVC-4221, `ASSET_NOT_OWNED`. While the asset's publisher is suspended, offers, acceptances and claims fail with SVC-4097, `PUBLISHER_NOT_ACTIVE`. A repeat of the offer returns the transfer as it is now.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["OfferTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transfers/{transferId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a transfer that the wallet is a party of
         * @description Needs a credential with the scope `wallets.read`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        get: operations["GetTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transfers/{transferId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts a transfer
         * @description From then on the wallet owns the asset.
         *
         *     The acceptance is a compact JWS (RFC 7515, ES256) of the recipient with `typ` `pda-transfer+jws`. Its claims are `aud` (this service), `nonce` (22 to 86 base64url characters that the wallet chooses), `iat` and `exp` (at most 300 s after `iat`). The JWS also has the claims `transferId`, `offerHash` and `newOwnerKey` (RFC 7638 thumbprint of the recipient's key). A repeat by the same wallet returns the same answer. The asset must be in use (SVC-4094, `ASSET_NOT_ACTIVE`), and its publisher active (SVC-4097, `PUBLISHER_NOT_ACTIVE`).
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["AcceptTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transfers/{transferId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a transfer, by the owner who offered the asset
         * @description If the transfer is already cancelled, this call succeeds. If it ended otherwise, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["CancelTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/transfers/{transferId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declines a transfer, by its recipient
         * @description If the transfer is already declined, this call succeeds. If it ended otherwise, this call fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["DeclineTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wallets/{walletId}/value-transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfers value to another wallet, by the holder's signature
         * @description The authorisation is a compact JWS (RFC 7515, ES256) of the holder with `typ` `pda-value-transfer+jws`. Its claims are `aud` (this service), `nonce` (22 to 86 base64url characters that the wallet chooses), `iat` and `exp` (at most 300 s after `iat`). The JWS also has the claims `walletId`, `toWalletId`, `amount` and `assetType`, exactly as in the request.
         *
         *     A wallet uses a nonce once. The same statement again, with any `Idempotency-Key`, moves nothing and returns the same transaction. Another statement with its nonce fails with SVC-4095 (`NONCE_USED`). The policy of the asset type must allow transfers between holders (`transferable`, SVC-4227 otherwise), and its publisher must be active (SVC-4097, `PUBLISHER_NOT_ACTIVE`, otherwise). The service checks last whether the receiving wallet exists, so that only a sender with a valid signature and a sufficient balance learns it: SVC-4221, `UNKNOWN_WALLET`.
         *
         *     Needs a credential with the scope `wallets.pay`. The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead.
         */
        post: operations["TransferValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Request of AcceptTransfer. */
        AcceptTransferRequest: {
            /** @description Compact JWS of the recipient, at most 4 KiB. */
            acceptance: string;
        };
        /**
         * @description Kind of a ledger account.
         *
         *     - `issuance`: Value that a publisher has issued and owes. Only these accounts have balances below zero.
         *     - `wallet`: Value that a holder can spend.
         *     - `merchant`: Value that a merchant was paid and that is not yet being settled.
         *     - `clearing`: Value that is being settled to a merchant and is not yet final.
         *     - `settled`: Value that was settled to a merchant.
         *
         *     The list may grow. A value that you do not know: leave the entry out.
         * @enum {string}
         */
        AccountKind: "issuance" | "wallet" | "merchant" | "clearing" | "settled" | (string & {});
        /** @description Request of AddIssuanceItems. */
        AddIssuanceItemsRequest: {
            /**
             * Format: int32
             * @description Index of the first of these items, from 0.
             */
            firstIndex?: number;
            /** @description The assets: 1 to 1,000. */
            items: components["schemas"]["AssetSpecification"][];
        };
        /** @description Response of AddIssuanceItems. */
        AddIssuanceItemsResult: {
            /** @description The result of each item, in the order of the request. */
            items: components["schemas"]["IssuanceItem"][];
            /** @description The job after the call. */
            issuanceJob: components["schemas"]["IssuanceJob"];
        };
        /** @description Envelope of an answer with `AddIssuanceItemsResult`. */
        AddIssuanceItemsResultAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AddIssuanceItemsResult"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of AdvanceClock. */
        AdvanceClockRequest: {
            /** @description Seconds to advance: 1 to 31,536,000 (a year). */
            seconds: string;
        };
        /** @description An alarm that is raised now, with its next step. */
        Alarm: {
            /** @description Name of the alarm, such as "SettlementStuck". The Prometheus alert about the same matter has the same name. */
            name: string;
            /** @description How soon somebody must act. */
            severity: components["schemas"]["AlarmSeverity"];
            /** @description The problem in one sentence. */
            summary: string;
            /** @description Reason for which settlements wait, such as "INSUFFICIENT_BALANCE", or the violated rule of the ledger. Absent for other alarms. */
            reason?: string;
            /**
             * Format: date-time
             * @description When the limit of the alarm was passed, in real time. An alarm that counts what happened within the last hour has the first time. Absent when the database does not know the time.
             */
            sinceTime?: string;
            /** @description Identifiers of the first 20 resources that the alarm concerns: settlements, webhook endpoints, recoveries, or resources that the ledger names. A relay has its name as identifier. Empty when the alarm concerns the whole service. */
            resourceIds: string[];
            /** @description Number of resources that the alarm concerns; for the ledger the number of violations. The service counts up to 10,000 of them. */
            resourceCount: string;
            /** @description Next step of the operator. Text between angle brackets stands for a value. */
            nextStep: string;
            /** @description Path of the runbook, below the address of the service, such as "/docs/runbooks/settlement-stuck". */
            runbookPath: string;
        };
        /** @description Response of ListAlarms. */
        AlarmList: {
            /** @description The alarms. */
            items: components["schemas"]["Alarm"][];
        };
        /** @description Envelope of an answer with `AlarmList`. */
        AlarmListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AlarmList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description How soon somebody must act on an alarm.
         *
         *     - `page`: The alarm wakes a person up.
         *     - `ticket`: The alarm waits for the next working day.
         *
         *     The list may grow. A value that you do not know: treat the alarm as one that wakes a person up.
         * @enum {string}
         */
        AlarmSeverity: "page" | "ticket" | (string & {});
        /**
         * @description Operation result of an answer that is not an error.
         * @enum {string}
         */
        AnswerStatus: "ok" | "created";
        /** @description An API key of a merchant. The secret is returned once, when the key is created. */
        ApiKey: {
            /** @description Identifier of the key, `key_…`: the visible part of the key. */
            apiKeyId: string;
            /** @description The merchant that the key acts for. */
            merchantId: string;
            /** @description Purpose of the key. */
            name: string;
            /** @description Scopes that the key holds. */
            scopes: string[];
            /** @description Status of the key. */
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the key was revoked. Absent unless it was revoked.
             */
            revokeTime?: string;
            /** @description Terminal that the key belongs to. The key is refused while the terminal is suspended. Absent when the key belongs to no terminal. */
            deviceId?: string;
            /**
             * Format: date-time
             * @description When the key expires. Absent when the key does not expire.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When the key was last used, exact to about a minute. Absent when the key was never used.
             */
            lastUseTime?: string;
            /** @description The key that this key replaced. Absent when this key replaced none. */
            replacesApiKeyId?: string;
            /** @description The key that replaced this key. Absent when no key has replaced it. */
            replacedByApiKeyId?: string;
            /** @description Networks from which the key may be used, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Empty when the key may be used from everywhere. */
            allowedNetworks: string[];
            /** @description Network address from which the key was last used, exact to about a minute, e.g. `203.0.113.7`. Absent when the key was never used. */
            lastUseAddress?: string;
            /** @description Role of the key. Its scopes are those that the role has now. Absent when the key was made with scopes. */
            role?: string;
            /** @description Requests with the key that must be signed. The owner or the deployment may require more. */
            requestSigning: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `ApiKey`. */
        ApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["ApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListApiKeys. */
        ApiKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["ApiKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `ApiKeyList`. */
        ApiKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["ApiKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of an API key.
         *
         *     - `active`: The key is accepted. → revoked or expired.
         *     - `revoked`: The key is refused everywhere within five seconds after its revocation. Terminal.
         *     - `expired`: The expiry time of the key has passed, and the key is refused. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the key as one that does not work.
         * @enum {string}
         */
        ApiKeyStatus: "active" | "revoked" | "expired" | (string & {});
        /** @description Public information about an asset. The owner is never part of it. */
        Asset: {
            /** @description Identifier of the asset, `ast_…`. */
            assetIdentifier: string;
            /** @description Description of the asset by its publisher. */
            assetProfile: components["schemas"]["AssetProfile"];
            /** @description Identifier of the asset's publisher, `pub_…`. */
            publisher: string;
            /** @description Networks that the asset can be used on (CAIP-2). */
            supportedNetworks: string[];
            /** @description Public facts that the publisher added. */
            metadata: {
                [key: string]: string;
            };
            /** @description Lifecycle status of the asset. */
            lifecycleStatus: components["schemas"]["LifecycleStatus"];
        };
        /** @description Envelope of an answer with `Asset`. */
        AssetAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Asset"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Kind of an asset.
         *
         *     - `good`: A physical or digital good.
         *     - `ticket`: A right of entry or use.
         *     - `identity`: A digital identity.
         *     - `value`: A bearer of value, e.g. a card of a stablecoin.
         *
         *     The list may grow. A value that you do not know: treat it as an asset without further abilities.
         * @enum {string}
         */
        AssetKind: "good" | "ticket" | "identity" | "value" | (string & {});
        /** @description Response of ListAssets. */
        AssetList: {
            /** @description The assets of this page. */
            items: components["schemas"]["Asset"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `AssetList`. */
        AssetListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AssetList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Policy for the assets of a type, apart from refunds. */
        AssetPolicy: {
            /** @description Holders may transfer ownership of an asset to other holders. Default true. */
            transferable?: boolean;
            /** @description Assurance that an asset needs to be trusted. Not `none`. Default `static`. */
            minimumAssurance?: components["schemas"]["Assurance"];
            /** @description Capabilities of an asset in the publisher's own words, e.g. `pay`, `redeem`, `transfer`, `refund`: at most 32 words of 1 to 32 lower-case letters, digits and `_`, beginning with a letter. */
            capabilities: string[];
        };
        /** @description Policy for the assets of a type, apart from refunds. */
        AssetPolicyInput: {
            /** @description Holders may transfer ownership of an asset to other holders. Default true. */
            transferable?: boolean;
            /**
             * @description Assurance that an asset needs to be trusted. Not `none`. Default `static`.
             * @enum {string}
             */
            minimumAssurance?: "static" | "dynamic_mac" | "proof_of_possession";
            /** @description Capabilities of an asset in the publisher's own words, e.g. `pay`, `redeem`, `transfer`, `refund`: at most 32 words of 1 to 32 lower-case letters, digits and `_`, beginning with a letter. */
            capabilities?: string[];
        };
        /** @description Description of an asset by its publisher. */
        AssetProfile: {
            /** @description Kind of the asset. */
            kind: components["schemas"]["AssetKind"];
            /** @description Name of the asset, for people: 1 to 120 characters. */
            name: string;
            /** @description Description of the asset, for people: at most 500 characters. Empty when the publisher gave none. */
            description: string;
        };
        /** @description Description of an asset by its publisher. */
        AssetProfileInput: {
            /** @description Kind of the asset. */
            kind: components["schemas"]["AssetKind"];
            /** @description Name of the asset, for people: 1 to 120 characters. */
            name: string;
            /** @description Description of the asset, for people: at most 500 characters. Empty when the publisher gave none. */
            description?: string;
        };
        /** @description Specification of an asset to be issued with others. */
        AssetSpecification: {
            /** @description Description of the asset. */
            assetProfile: components["schemas"]["AssetProfileInput"];
            /** @description Networks that the asset can be used on (CAIP-2). */
            supportedNetworks?: string[];
            /** @description Public facts about the asset: at most 50 keys of 40 characters with values of 500 characters. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Code of an asset type of this publisher, whose policy applies to the asset. It is not part of the public information. Omit for the default policy. */
            assetType?: string;
            /** @description The publisher's own unique key of the asset, e.g. its serial number: up to 64 visible ASCII characters. Each reference of a publisher belongs to one asset. A repeat of the same item returns this asset with `already_issued`. Another item with the reference fails (SVC-4090). Others never see it. */
            reference?: string;
            /** @description Terms under which the ticket can be redeemed. Only for assets of kind `ticket` (SVC-4000 otherwise). A ticket without terms can be redeemed once, at any time and gate, by its publisher. */
            ticket?: components["schemas"]["TicketTermsInput"];
        };
        /** @description A type of assets, with the policies of its publisher: a stablecoin for payments, or a type of goods, tickets or identities. */
        AssetType: {
            /** @description Identifier of the asset type, `aty_…`. */
            assetTypeId: string;
            /** @description Code of the asset type, which payments name, e.g. `USDX`. */
            assetType: string;
            /** @description The publisher that defined the asset type. */
            publisherId: string;
            /** @description Name of the asset type, for people. */
            name: string;
            /**
             * Format: int64
             * @description Number of fraction digits of an amount.
             */
            decimals: number;
            /** @description Policy for refunds. */
            refundPolicy: components["schemas"]["RefundPolicy"];
            /** @description Assets on networks that the asset type is (CAIP-19). Empty for a type that cannot be used for payments. */
            networks: string[];
            /**
             * Format: date-time
             * @description When the asset type was defined.
             */
            createTime: string;
            /** @description Policy for the assets of the type. */
            policy: components["schemas"]["AssetPolicy"];
            /**
             * Format: int32
             * @description Version of the asset type. Each change raises it.
             */
            version: number;
        };
        /** @description Envelope of an answer with `AssetType`. */
        AssetTypeAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AssetType"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListAssetTypes. */
        AssetTypeList: {
            /** @description The asset types of this page. */
            items: components["schemas"]["AssetType"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `AssetTypeList`. */
        AssetTypeListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AssetTypeList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Several verdicts on one asset, all for the same moment. */
        AssetVerdict: {
            /** @description The asset that was verified. */
            assetId: string;
            /** @description True when every requested verdict is positive. */
            verified: boolean;
            /** @description `failed` when a requested verdict failed; otherwise `indeterminate` when one is indeterminate; otherwise `passed`. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Verdict as by VerifyAuthenticity. Absent unless requested. */
            authenticity?: components["schemas"]["Authenticity"];
            /** @description Verdict as by VerifyPublisher on the asset's publisher. Absent unless requested. */
            publisher?: components["schemas"]["PublisherVerdict"];
            /** @description Verdict as by VerifyLifecycle. Absent unless requested. */
            lifecycle?: components["schemas"]["LifecycleVerdict"];
            /** @description Verdict as by VerifyRevocation. Absent unless requested. */
            revocation?: components["schemas"]["RevocationVerdict"];
            /** @description Verdict as by VerifyCapabilities. Absent unless requested. */
            capabilities?: components["schemas"]["CapabilitiesVerdict"];
            /**
             * Format: date-time
             * @description When the asset was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when all verdicts can be relied on.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `AssetVerdict`. */
        AssetVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AssetVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Strength of the presented evidence.
         *
         *     - `none`: Nothing is proven.
         *     - `static`: A certificate was presented, which can be a copy.
         *     - `dynamic_mac`: An NFC tag made a message that is new at every tap.
         *     - `proof_of_possession`: The device signed a challenge of this service.
         *
         *     The list may grow. A value that you do not know: treat it as `none`.
         * @enum {string}
         */
        Assurance: "none" | "static" | "dynamic_mac" | "proof_of_possession" | (string & {});
        /**
         * @description Kind of a caller.
         *
         *     - `anonymous`: A caller without a credential.
         *     - `operator`: The operator of the service.
         *     - `merchant`: A merchant or one of its terminals.
         *     - `publisher`: A publisher.
         *     - `service`: An internal service.
         *     - `wallet`: The holder of a wallet.
         *
         *     The list may grow. A value that you do not know: show it as another kind of caller.
         * @enum {string}
         */
        AuditCaller: "anonymous" | "operator" | "merchant" | "publisher" | "service" | "wallet" | (string & {});
        /**
         * @description How the caller proved who it is. A signature beside another credential is not a mechanism: `signedBy` names its key.
         *
         *     - `anonymous`: The caller gave no credential.
         *     - `api_key`: An API key.
         *     - `client_certificate`: A client certificate that the service issued. Only in older records: newer ones say whose certificate it is.
         *     - `service_certificate`: The certificate of an internal service.
         *     - `request_signature`: A signature of the request (RFC 9421) by a registered public key or by the key of a holder. In older records also a JWT of a holder.
         *     - `public_key`: A registered public key. Only in older records: newer ones say what the key signed.
         *     - `access_token`: An access token. Only in older records: newer ones say whose token it is.
         *     - `merchant_certificate`: A client certificate of a merchant or of one of its terminals.
         *     - `publisher_certificate`: An access certificate of a publisher.
         *     - `self_signed_jwt`: A JWT that a registered public key signed for this one call.
         *     - `bound_jwt`: A JWT that a registered public key or the key of a holder signed, with a DPoP proof of the key that the JWT is bound to (RFC 9449).
         *     - `delegation`: A delegation of a registered public key, with a DPoP proof of the key of the delegate.
         *     - `embedded_access_token`: An access token that the embedded authorisation server issued to a client.
         *     - `issuer_access_token`: An access token of an OAuth issuer that the deployment trusts.
         *     - `session`: The session of a person who signed in, or an access token that a program got in the session.
         *
         *     The list may grow. A value that you do not know: show it as another mechanism.
         * @enum {string}
         */
        AuditMechanism: "anonymous" | "api_key" | "client_certificate" | "service_certificate" | "request_signature" | "public_key" | "access_token" | "merchant_certificate" | "publisher_certificate" | "self_signed_jwt" | "bound_jwt" | "delegation" | "embedded_access_token" | "issuer_access_token" | "session" | (string & {});
        /**
         * @description How a call ended.
         *
         *     - `succeeded`: The call succeeded.
         *     - `refused`: The service refused the call. The call has no effect.
         *     - `failed`: The call failed in the service or was cut off. Its effect is not known from this record.
         *
         *     The list may grow. A value that you do not know: treat it as not known: read the resources that the call names.
         * @enum {string}
         */
        AuditOutcome: "succeeded" | "refused" | "failed" | (string & {});
        /** @description A proof that a record is in the audit log. */
        AuditProof: {
            /** @description Place of the record's leaf in the tree, from 0. */
            position: string;
            /** @description The record in its canonical form (RFC 8785). The leaf of the tree is these bytes in UTF-8. */
            canonicalRecord: string;
            /** @description Signed head of the tree (C2SP tlog-checkpoint): name of the log, size of the tree and root, signed with Ed25519. */
            checkpoint: string;
            /** @description Hashes from the leaf to the root (RFC 6962 section 2.1.1). */
            hashes: string[];
        };
        /** @description A record of a call. */
        AuditRecord: {
            /** @description Identifier of the record. */
            recordId: string;
            /**
             * Format: date-time
             * @description Time of the call, in real time.
             */
            callTime: string;
            /** @description Name of the operation, such as "CreatePayment". It is "*" in a record that counts refused calls of any operation, and "unknown" when the path belongs to no operation. */
            operation: string;
            /** @description Kind of the caller. */
            caller: components["schemas"]["AuditCaller"];
            /** @description Merchant, publisher or wallet that the caller acts for. Absent when the caller is bound to none. */
            tenantId?: string;
            /** @description Credential of the caller: the identifier of an API key, a public key or a certificate, the thumbprint of a holder's key, or a SPIFFE id. With an access token of another OAuth issuer: the issuer's address without its scheme, "#" and the client and, for a client that acts for somebody else, "#" and a hash of that subject. Absent without a credential. */
            credentialId?: string;
            /** @description Terminal that the credential belongs to. Absent when the credential belongs to no terminal. */
            deviceId?: string;
            /** @description How the caller proved who it is. */
            mechanism: components["schemas"]["AuditMechanism"];
            /** @description Identifiers of the resources that the call named or created. A call whose path names a wallet has no identifier of a transfer of ownership: the record would tell who owns the asset. */
            resourceIds: string[];
            /** @description How the call ended. */
            outcome: components["schemas"]["AuditOutcome"];
            /** @description Code of the error, such as "SVC-4040". Absent when the call succeeded. */
            errorCode?: string;
            /** @description Reason of the error. Absent when the call succeeded. */
            reason?: string;
            /** @description True when the caller received the stored answer of an earlier call with the same idempotency key. */
            replayed: boolean;
            /** @description Request identifier of the call. */
            requestId: string;
            /** @description Keyed hash of the caller's network address: equal for equal addresses, and useless without the key of the installation. Absent when the address is not known. */
            addressHash?: string;
            /**
             * Format: int32
             * @description Number of calls that the record stands for. It is 1, and more when the record counts refused calls of one address.
             */
            callCount: number;
            /** @description Key that has signed the request (RFC 9421): the identifier of a public key, or the thumbprint of a holder's key. Absent when the request was not signed. */
            signedBy?: string;
            /** @description Thumbprint of the key (RFC 7638) of somebody else who called for the owner of the credential, by a delegation. Absent when the owner called. */
            delegate?: string;
            /** @description Proof of possession that the token requires, which the caller gave. Absent for a bearer token, and when the mechanism is no token. */
            tokenBinding?: components["schemas"]["AuditTokenBinding"];
            /** @description OAuth client that got the access token: the identifier of a public key or of a certificate, the name that a trusted issuer gives its client, or the program that a person uses. At most 255 characters. Absent without an access token. */
            clientId?: string;
            /** @description Session of the person who called or whose program called, ses_…: `credentialId` is the key that the person signed in as. Absent when no session called. */
            sessionId?: string;
        };
        /** @description Response of ListAuditRecords. */
        AuditRecordList: {
            /** @description The records of this page, newest first. */
            items: components["schemas"]["AuditRecord"][];
            /** @description Token of the next page. Empty on the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `AuditRecordList`. */
        AuditRecordListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["AuditRecordList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Proof of possession that a token requires. The caller gave the proof.
         *
         *     - `mtls`: Possession of the client certificate that the token is bound to (RFC 8705).
         *     - `dpop`: Possession of the key that the token is bound to, by a DPoP proof (RFC 9449).
         *
         *     The list may grow. A value that you do not know: show it as another binding.
         * @enum {string}
         */
        AuditTokenBinding: "mtls" | "dpop" | (string & {});
        /** @description Verdict on the authenticity of an asset. */
        Authenticity: {
            /** @description The asset that was verified. */
            assetId: string;
            /** @description True when every mandatory check passed and the assurance satisfies the publisher's policy. */
            trusted: boolean;
            /** @description Result of the verification. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Strength of the presented evidence. */
            assurance: components["schemas"]["Assurance"];
            /** @description Every check in order. */
            checks: components["schemas"]["Check"][];
            /**
             * Format: date-time
             * @description When the asset was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
            /** @description The answer as a signed receipt (D-042): a compact JWS that anyone can verify with the keys of GetVerificationKeys, without this service. The receipt has the checks as the public may read them, and nothing about a wallet or an owner. Absent unless the request asked for a receipt. */
            receipt?: string;
        };
        /** @description Envelope of an answer with `Authenticity`. */
        AuthenticityAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Authenticity"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of AuthorizePayment. */
        AuthorizePaymentRequest: {
            /** @description Compact JWS of the holder, at most 4 KiB. */
            authorization: string;
        };
        /** @description Balance of a wallet in one asset type. */
        Balance: {
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Balance in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
        };
        /** @description Response of ListBalances. */
        BalanceList: {
            /** @description The balances of this page. */
            items: components["schemas"]["Balance"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `BalanceList`. */
        BalanceListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["BalanceList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of BatchIssueAssets. */
        BatchIssueAssetsRequest: {
            /** @description The assets: 1 to 1,000. */
            items: components["schemas"]["AssetSpecification"][];
        };
        /** @description Response of BatchIssueAssets. */
        BatchIssueAssetsResult: {
            /** @description The result of each item, in the order of the request. */
            items: components["schemas"]["IssuanceItem"][];
            /**
             * Format: int32
             * @description Number of items that created a new asset.
             */
            issuedCount: number;
            /**
             * Format: int32
             * @description Number of items whose asset already existed.
             */
            alreadyIssuedCount: number;
            /**
             * Format: int32
             * @description Number of items that failed.
             */
            failedCount: number;
        };
        /** @description Envelope of an answer with `BatchIssueAssetsResult`. */
        BatchIssueAssetsResultAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["BatchIssueAssetsResult"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Request of BindDevice.
         *
         *     Exactly one of `certificateSigningRequest`, `deviceCertificate`, `rawKey`, `ntag424`.
         */
        BindDeviceRequest: {
            /** @description Serial number of the chip: 1 to 64 letters, digits, colons, dots and hyphens. With `ntag424` it must be the UID of the tag: 14 upper-case hexadecimal digits. */
            serialNumber: string;
            /** @description PKCS#10 request (RFC 2986) for the chip's P-256 key: PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest?: string;
            /** @description Device certificate that the publisher signed with its CA key: PEM or base64 DER. */
            deviceCertificate?: string;
            /** @description Key of a chip without a certificate. */
            rawKey?: components["schemas"]["RawKey"];
            /** @description Keys of an NTAG 424 DNA tag. */
            ntag424?: components["schemas"]["Ntag424Keys"];
        };
        /** @description Reference of a settlement's transfer on its network. */
        BlockchainReference: {
            /** @description The settlement. */
            settlementId: string;
            /** @description The network (CAIP-2). */
            network: string;
            /** @description The network's reference of the transfer, opaque. */
            blockchainReference: string;
        };
        /** @description Envelope of an answer with `BlockchainReference`. */
        BlockchainReferenceAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["BlockchainReference"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description For whom a credential acts, and what the credential allows. */
        Caller: {
            /** @description Kind of the credential's owner. */
            kind: components["schemas"]["CallerKind"];
            /** @description Merchant that the credential acts for. Absent for callers of another kind. */
            merchantId?: string;
            /** @description Terminal that the credential belongs to. Absent when the credential belongs to no terminal. */
            deviceId?: string;
            /** @description Publisher that the credential acts for. Absent for callers of another kind. */
            publisherId?: string;
            /** @description Wallet that the credential acts for. Absent for callers of another kind, and for a holder whose wallet is still to be created. */
            walletId?: string;
            /** @description Credential of the request: the identifier of an API key, a public key or an access certificate, the thumbprint of a holder's key, or a SPIFFE id. With an access token, the credential that the token was issued to. With one of another OAuth issuer: the issuer's address without its scheme, "#" and the client and, for a client that acts for somebody else, "#" and a hash of that subject. */
            credentialId: string;
            /** @description Scopes that the request has, sorted. */
            scopes: string[];
        };
        /** @description Envelope of an answer with `Caller`. */
        CallerAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Caller"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Kind of the owner of a credential.
         *
         *     - `operator`: The operator of the service.
         *     - `merchant`: A merchant, or a terminal of the merchant.
         *     - `publisher`: A publisher.
         *     - `holder`: The holder of a wallet.
         *     - `service`: An internal service.
         *
         *     The list may grow. A value that you do not know: treat it as a caller without rights.
         * @enum {string}
         */
        CallerKind: "operator" | "merchant" | "publisher" | "holder" | "service" | (string & {});
        /** @description Capabilities that an asset has now. */
        CapabilitiesVerdict: {
            /** @description The asset that was verified. */
            assetId: string;
            /** @description Capabilities of the asset in alphabetical order: the words of its type's policy, "transfer" when the policy lets its owner transfer it, and "redeem" for a ticket. Empty while the asset cannot be used. */
            capabilities: string[];
            /** @description Answers for the capabilities in the request, in the order of the request. */
            supported: components["schemas"]["CapabilitySupport"][];
            /** @description `passed` when the asset can be used and has every capability in the request. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Every check in order: "asset_known", "publisher_status", "lifecycle", "capabilities". */
            checks: components["schemas"]["Check"][];
            /**
             * Format: date-time
             * @description When the asset was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `CapabilitiesVerdict`. */
        CapabilitiesVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["CapabilitiesVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Tells whether an asset has a capability now. */
        CapabilitySupport: {
            /** @description The capability in the request. */
            capability: string;
            /** @description True when the asset has the capability now. */
            supported: boolean;
        };
        /**
         * @description Why a certificate was revoked: the reasons of RFC 5280 §5.3.1 that end its life.
         *
         *     - `KEY_COMPROMISE`: The private key is known to others, or may be. Every certificate of the same key is revoked.
         *     - `CA_COMPROMISE`: The private key of the CA is known to others, or may be. Every certificate of the same key is revoked.
         *     - `AFFILIATION_CHANGED`: The name or other facts in the certificate have changed.
         *     - `SUPERSEDED`: A newer certificate replaces this one.
         *     - `CESSATION_OF_OPERATION`: The certificate is no longer needed.
         *     - `PRIVILEGE_WITHDRAWN`: A right that the certificate conveys was withdrawn.
         *
         *     The list may grow. A value that you do not know: treat the certificate as revoked, whatever the reason.
         * @enum {string}
         */
        CertificateRevocationReason: "KEY_COMPROMISE" | "CA_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN" | (string & {});
        /**
         * @description Status of a certificate.
         *
         *     - `active`: The certificate is accepted within its validity. → revoked.
         *     - `revoked`: The certificate is revoked. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the certificate as one that must not be relied on.
         * @enum {string}
         */
        CertificateStatus: "active" | "revoked" | (string & {});
        /** @description Challenge that a device signs once. */
        Challenge: {
            /** @description 32 random bytes in base64url without padding: 43 characters. */
            nonce: string;
            /** @description The asset that the challenge was created for. */
            assetId: string;
            /** @description Party that relies on the proof. The device signs this text unchanged. */
            audience: string;
            /**
             * Format: date-time
             * @description End of the challenge, 60 seconds after its creation.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `Challenge`. */
        ChallengeAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Challenge"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Signature of a device over a challenge of CreateChallenge, by the P-256 key of the device's certificate: ECDSA with SHA-256 over these bytes, concatenated:
         *
         *     1. `PDA-POP-v1` in ASCII (10 bytes)
         *     2. the nonce, decoded (32 bytes)
         *     3. the asset's identifier in ASCII, `ast_…` (30 bytes)
         *     4. the SHA-256 of the device's certificate in DER, the leaf alone (32 bytes)
         *     5. the number of bytes of the audience (1 byte)
         *     6. the audience in ASCII (1 to 255 bytes)
         *
         *     `docs/vectors/proof-of-possession.json` has examples for tests of an implementation.
         */
        ChallengeSignature: {
            /** @description Nonce of the challenge, unchanged. The call consumes the challenge, whatever the verdict is. */
            nonce: string;
            /** @description The signature in base64url without padding (86 characters): r and s, each 32 bytes big-endian, concatenated (IEEE P1363, as in JWS ES256, not DER). */
            signature: string;
        };
        /** @description One step of a verification. */
        Check: {
            /** @description Name of the check, e.g. "certificate_path". */
            check: string;
            /** @description Result of the check. */
            outcome: components["schemas"]["CheckOutcome"];
            /** @description Error code that the failure corresponds to, e.g. `SVC-4010`. Absent unless the check failed. */
            code?: string;
            /** @description Why the check failed, e.g. `CERTIFICATE_NOT_TRUSTED`. The asset's publisher gets exact reasons, and other callers get coarse ones. Absent unless the check failed. */
            reason?: string;
        };
        /**
         * @description Result of one check.
         *
         *     - `passed`: The checked condition holds.
         *     - `failed`: The checked condition does not hold.
         *     - `skipped`: The check was not made, because an earlier check failed or the request has nothing to check.
         *
         *     The list may grow. A value that you do not know: treat the check as not passed.
         * @enum {string}
         */
        CheckOutcome: "passed" | "failed" | "skipped" | (string & {});
        /** @description Request of CheckRefundEligibility. */
        CheckRefundEligibilityRequest: {
            /** @description Transaction to refund: `transactionId` of a completed payment. */
            originalTransaction: string;
            /** @description Amount to refund, above zero, in whole units of the asset type: a decimal such as "12.50". Omit to check whether any amount can be refunded. */
            refundAmount?: string;
        };
        /** @description Request of ClaimAsset. */
        ClaimAssetRequest: {
            /** @description Identifier of the transfer, which the claimant gets with the code. */
            transferId: string;
            /** @description The claim code: 128 bits in base64url without padding (22 characters). */
            claimCode: string;
            /** @description Compact JWS of the claimant, at most 4 KiB. */
            acceptance: string;
        };
        /**
         * @description Condition on one claim.
         *
         *     At most one of `boolean`, `text`.
         */
        ClaimCondition: {
            /** @description Path to the claim from the top of the credential. A step is the name of a member; in an array, the index of an element (from 0), or `*` for all elements. The index is that in the credential as the issuer has signed it: elements that the holder does not disclose count. If the path finds several values, one expected value is enough. */
            path: string[];
            /** @description The claim has this truth value, e.g. true for the claim "age_over_18". */
            boolean?: boolean;
            /** @description The claim is one of these texts. */
            text?: components["schemas"]["TextChoice"];
        };
        /** @description Confirmations of a settlement by its network. */
        Confirmations: {
            /** @description The settlement. */
            settlementId: string;
            /**
             * Format: int64
             * @description Number of confirmations by the network.
             */
            confirmationCount: number;
            /** @description Status of the settlement. */
            settlementStatus: components["schemas"]["SettlementStatus"];
            /**
             * Format: int64
             * @description Number of confirmations that the settlement needs to be final.
             */
            confirmationsRequired: number;
        };
        /** @description Envelope of an answer with `Confirmations`. */
        ConfirmationsAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Confirmations"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of CreateApiKey. */
        CreateApiKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, e.g. `payments.write`. The page on authentication lists those that a merchant may hold. At least one, unless `role` is given. */
            scopes?: string[];
            /** @description Terminal that the key belongs to. Such a key cannot hold `merchants.write`. It is refused while the terminal is suspended, and revoked when the terminal is removed. Omit for a key that belongs to no terminal. */
            deviceId?: string;
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire. A key with an end makes only keys that end no later.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. A key that is limited to networks makes only keys for networks inside. */
            allowedNetworks?: string[];
            /** @description Role of the key, e.g. `cashier`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a merchant or a terminal may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Requests with the key that must be signed (RFC 9421). Omit for a key that leaves this to its owner and the deployment. A key that requires signatures makes only keys that require as much, and its successor requires the same. A request with an API key is signed with a registered public key of the same owner. */
            requestSigning?: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of CreateChallenge. */
        CreateChallengeRequest: {
            /** @description Identifier of the asset whose device proves its presence. The call does not check that the asset exists. */
            assetId: string;
            /** @description Party that relies on the proof, e.g. the address of a shop: 1 to 255 visible ASCII characters. The device signs it. Default: the base address of the service. */
            audience?: string;
        };
        /** @description Request of CreateIdentityChallenge. */
        CreateIdentityChallengeRequest: {
            /** @description Party that relies on the proof, e.g. the client identifier that the wallet shows to its holder: 1 to 255 visible ASCII characters. Default: the base address of the service. */
            audience?: string;
        };
        /** @description Request of CreateIssuanceJob. */
        CreateIssuanceJobRequest: {
            /** @description The publisher's own unique name of the job: 1 to 128 visible ASCII characters, best derived from the items, e.g. a hash of the file. */
            reference: string;
            /**
             * Format: int32
             * @description Number of items of the job: 1 to 100,000.
             */
            itemCount: number;
        };
        /** @description Request of CreateOperatorApiKey. */
        CreateOperatorApiKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, of those of the contract, e.g. `payments.read`. At least one, unless `role` is given. */
            scopes?: string[];
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire. A key with an end makes only keys that end no later.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. A key that is limited to networks makes only keys for networks inside. */
            allowedNetworks?: string[];
            /** @description Role of the key, e.g. `support`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that the operator may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of CreatePayment. */
        CreatePaymentRequest: {
            /** @description Amount to pay, above zero, in whole units of the asset type: a decimal such as "12.50", with at most as many fraction digits as the asset type has. */
            amount: string;
            /** @description Code of the asset type, as a publisher defined it, e.g. `USDX`. */
            assetType: string;
            /** @description Identifier of the merchant. */
            merchantId: string;
            /** @description Purpose of the payment, as the payer reads it: 1 to 500 characters, at least one visible, without control characters. */
            description?: string;
            /** @description The merchant's own reference, e.g. an order number: 1 to 64 characters, at least one visible, without control characters. Several payments can have the same reference. */
            orderReference?: string;
            /** @description The merchant's own data: at most 50 keys of 40 characters with values of 500 characters. Keys that begin with `pda:` are reserved and refused. A sandbox accepts `pda:simulate` with a result to simulate: "declined" and "expired" make the payment fail, "slow" delays the answer, and "reverted" reverts its settlement once. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Seconds until the payment expires if it is not paid. Default 900. The deployment sets the default and the limits: 10 seconds to 7 days by default.
             */
            expiresInSeconds?: number;
            /** @description Tap to pay: what the consumer presented at the terminal. Omit for a payment that waits for a wallet. */
            presentation?: components["schemas"]["PaymentPresentation"];
        };
        /** @description Request of CreatePublisherApiKey. */
        CreatePublisherApiKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, e.g. `publishers.issue`. The page on authentication lists those that a publisher may hold. At least one, unless `role` is given. */
            scopes?: string[];
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire. A key with an end makes only keys that end no later.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. A key that is limited to networks makes only keys for networks inside. */
            allowedNetworks?: string[];
            /** @description Role of the key, e.g. `issuer`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a publisher may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Requests with the key that must be signed (RFC 9421). Omit for a key that leaves this to its owner and the deployment. A key that requires signatures makes only keys that require as much, and its successor requires the same. A request with an API key is signed with a registered public key of the same owner. */
            requestSigning?: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of CreateRefund. */
        CreateRefundRequest: {
            /** @description Transaction to refund: `transactionId` of a completed payment. */
            originalTransaction: string;
            /** @description Amount to refund, above zero, in whole units of the asset type: a decimal such as "12.50". */
            refundAmount: string;
            /** @description Reason for the refund, 1 to 500 characters. */
            reason: string;
            /** @description Asset type of the payment, e.g. `USDX`. A refund of a payment in another asset type fails with `OTHER_ASSET_TYPE`. Required from a credential with a `maximumAmount`; other callers may omit it. */
            assetType?: string;
        };
        /** @description Request of CreateWallet. */
        CreateWalletRequest: {
            /** @description Public key of the holder. */
            holderKey: components["schemas"]["HolderKeyInput"];
            /** @description Public key that may start a recovery when the holder's key is lost. Must differ from `holderKey`. Omit to register none: the holder can do so later with SetRecoveryKey. */
            recoveryKey?: components["schemas"]["HolderKeyInput"];
        };
        /** @description Request of CreateWebhook. */
        CreateWebhookRequest: {
            /** @description Where events are sent: an absolute `https:` URL of at most 2,048 printable ASCII characters, without user name, password and fragment, for a host on the public internet. In a sandbox, it may also lead to the machine of the service, by `http:` too. */
            url: string;
            /** @description Types of the events to send, at least one, e.g. `payment.completed`. Each must be a type that this deployment publishes, and that a wallet has when the endpoint belongs to a wallet. */
            eventTypes: string[];
            /** @description Purpose of the endpoint: at most 200 characters. */
            description?: string;
            /** @description True to send events without the resource that they are about. The receiver reads the resource, or the event, over the API. */
            thin?: boolean;
            /** @description True to send events one after the other in the order of ListEvents. An event that the receiver does not accept then holds up all later ones. */
            ordered?: boolean;
            /**
             * Format: int32
             * @description Requests that the receiver gets at once, at most: 1 to 50. Default 10. An ordered endpoint gets one.
             */
            concurrency?: number;
            /** @description Secret to sign requests with, e.g. of an endpoint that moves to this service: `whsec_` and base64 of 24 to 64 bytes. Omit to get a random one. */
            secret?: string;
            /** @description True to sign requests also with a key of the service (Standard Webhooks `v1a`, Ed25519), so that the receiver can verify them without a secret, with the keys of GetWebhookKeys. Requests are signed with the secret in any case. */
            publicKeySignature?: boolean;
            /** @description True to sign requests also as RFC 9421 says, with `Content-Digest` (RFC 9530) and the key of the service that `publicKeySignature` uses. The signature covers the method, the target URI, the content's digest and media type, and `webhook-id`; its tag is "pda-webhook". */
            httpSignature?: boolean;
            /**
             * Format: int32
             * @description Requests with events that the receiver gets in a second, at most: 1 to 1,000, repeated ones included. Test events and verifications are not counted. Omit for no limit besides `concurrency`.
             */
            rate?: number;
            /** @description Authorisation that requests carry, for a receiver that demands one. Omit for none. Requests are signed in any case. */
            authentication?: components["schemas"]["WebhookCredential"];
            /** @description The merchant, publisher or wallet whose events are sent. The operator must give it. Other callers can name only themselves, and may omit it. */
            tenantId?: string;
        };
        /** @description A new API key with its secret. */
        CreatedApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["ApiKey"];
            /** @description The whole key, which the caller sends as bearer token. It is not returned again. */
            secret: string;
        };
        /** @description Envelope of an answer with `CreatedApiKey`. */
        CreatedApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["CreatedApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A new API key with its secret. */
        CreatedOperatorApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["OperatorApiKey"];
            /** @description The whole key, which the caller sends as bearer token. It is not returned again. */
            secret: string;
        };
        /** @description Envelope of an answer with `CreatedOperatorApiKey`. */
        CreatedOperatorApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["CreatedOperatorApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A new API key with its secret. */
        CreatedPublisherApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["PublisherApiKey"];
            /** @description The whole key, which the caller sends as bearer token. It is not returned again. */
            secret: string;
        };
        /** @description Envelope of an answer with `CreatedPublisherApiKey`. */
        CreatedPublisherApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["CreatedPublisherApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A webhook endpoint with a new secret. */
        CreatedWebhook: {
            /** @description The endpoint. */
            webhook: components["schemas"]["Webhook"];
            /** @description The secret that requests to the endpoint are signed with (Standard Webhooks): `whsec_` and base64 of the bytes of the HMAC key. It is not returned again. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when requests are also signed with the secret before. Absent when no earlier secret is in use.
             */
            oldSecretExpireTime?: string;
        };
        /** @description Envelope of an answer with `CreatedWebhook`. */
        CreatedWebhookAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["CreatedWebhook"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Limits of the use of a credential besides its scopes, for a terminal, a partner or a web page that needs less than a scope allows. */
        CredentialLimits: {
            /** @description Operations that the credential may call, by their names, e.g. `CreatePayment`: at most 32. The credential needs their scopes, too. Operations that need no credential stay open. Any other call fails with SVC-4030 and `OPERATION_NOT_ALLOWED`. Omit for every operation that the scopes allow. */
            operations: string[];
            /** @description Highest amount that one call of an operation moves: `CreatePayment`, `CreateRefund`, `FundWallet`, `IssueValue` and `TransferValue`. The request must state an asset type and an amount within this one, otherwise the call fails with SVC-4030 and `AMOUNT_ABOVE_LIMIT`. Omit for any amount. */
            maximumAmount?: components["schemas"]["MaximumAmount"];
            /** @description Origins of the web pages whose scripts may use the credential, e.g. `https://till.shop.example`: at most 10, `https` only, as browsers write them. A request from a page of another origin fails with SVC-4030 and `ORIGIN_NOT_ALLOWED`. Programs send no origin and are not limited. Not for certificates. Omit when no web page uses the credential. */
            allowedOrigins: string[];
        };
        /** @description Limits of the use of a credential besides its scopes, for a terminal, a partner or a web page that needs less than a scope allows. */
        CredentialLimitsInput: {
            /** @description Operations that the credential may call, by their names, e.g. `CreatePayment`: at most 32. The credential needs their scopes, too. Operations that need no credential stay open. Any other call fails with SVC-4030 and `OPERATION_NOT_ALLOWED`. Omit for every operation that the scopes allow. */
            operations?: string[];
            /** @description Highest amount that one call of an operation moves: `CreatePayment`, `CreateRefund`, `FundWallet`, `IssueValue` and `TransferValue`. The request must state an asset type and an amount within this one, otherwise the call fails with SVC-4030 and `AMOUNT_ABOVE_LIMIT`. Omit for any amount. */
            maximumAmount?: components["schemas"]["MaximumAmountInput"];
            /** @description Origins of the web pages whose scripts may use the credential, e.g. `https://till.shop.example`: at most 10, `https` only, as browsers write them. A request from a page of another origin fails with SVC-4030 and `ORIGIN_NOT_ALLOWED`. Programs send no origin and are not limited. Not for certificates. Omit when no web page uses the credential. */
            allowedOrigins?: string[];
        };
        /** @description Request of DeclinePayment. */
        DeclinePaymentRequest: {
            /** @description Compact JWS of the holder, at most 4 KiB. */
            refusal: string;
        };
        /** @description Request of DefineAssetType. */
        DefineAssetTypeRequest: {
            /** @description Code of the asset type: 2 to 16 capital letters and digits, a letter first, e.g. `USDX`. */
            assetType: string;
            /** @description Name of the asset type, for people: 1 to 120 characters. */
            name: string;
            /**
             * Format: int64
             * @description Number of fraction digits of an amount: 0 to 18.
             */
            decimals?: number;
            /** @description Policy for refunds. Omit to allow no refunds. */
            refundPolicy?: components["schemas"]["RefundPolicyInput"];
            /** @description Assets on networks that the asset type is (CAIP-19), at most one on each network. Omit for goods, tickets or identities. */
            networks?: string[];
            /** @description Policy for the assets of the type. Omit for the defaults. */
            policy?: components["schemas"]["AssetPolicyInput"];
        };
        /** @description A device (the chip in a physical asset) that is bound to an asset. */
        DeviceBinding: {
            /** @description Identifier of the device, `dev_…`. */
            deviceId: string;
            /** @description The asset. */
            assetId: string;
            /** @description Serial number of the chip. For a tag, its UID. */
            serialNumber: string;
            /** @description The device certificate and its publisher CA in PEM, leaf first: what the device presents. Empty for a device without a certificate. */
            deviceCertificate: string;
            /** @description SHA-256 of the device certificate's DER, in hexadecimal. Empty for a device without a certificate. */
            certificateFingerprint: string;
            /**
             * Format: date-time
             * @description End of the certificate's validity. Absent for a device without a certificate.
             */
            notAfterTime?: string;
            /**
             * Format: date-time
             * @description When the device was bound.
             */
            createTime: string;
            /** @description Kind of the device. */
            kind: components["schemas"]["DeviceKind"];
            /** @description Status of the device. */
            status: components["schemas"]["DeviceStatus"];
            /** @description Public key of a device of kind `raw_key`: a compressed point of secp256k1, 66 hexadecimal digits. Absent for other kinds. */
            publicKey?: string;
            /**
             * Format: date-time
             * @description When the device was revoked. Absent while the device is active.
             */
            revokeTime?: string;
            /** @description Why the device was revoked, in the publisher's words. Absent while the device is active. */
            revokeReason?: string;
        };
        /** @description Envelope of an answer with `DeviceBinding`. */
        DeviceBindingAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["DeviceBinding"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Kind of a device: how it proves itself.
         *
         *     - `certificate`: The device has a certificate with its P-256 key.
         *     - `raw_key`: The device has a secp256k1 key and no certificate.
         *     - `ntag424`: The device is an NTAG 424 DNA tag with its keys.
         *
         *     The list may grow. A value that you do not know: leave the device out.
         * @enum {string}
         */
        DeviceKind: "certificate" | "raw_key" | "ntag424" | (string & {});
        /** @description Response of ListDevices. */
        DeviceList: {
            /** @description The devices of this page. */
            items: components["schemas"]["DeviceBinding"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `DeviceList`. */
        DeviceListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["DeviceList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A pass of a device. */
        DevicePass: {
            /** @description The asset. */
            assetId: string;
            /** @description The device. */
            deviceId: string;
            /** @description The pass: a compact JWS with `typ` `pda-pass+jwt`, signed by a key of GetVerificationKeys. The claim `sub` is the asset, and `cnf.x5t#S256` is the SHA-256 of the device's certificate (RFC 8705 §3.1). The claims "status", "device_status" and "publisher_status" each have a "status_list" with `uri` and `idx`. */
            pass: string;
            /**
             * Format: date-time
             * @description When the pass expires: after a year, or at the end of the device's certificate if that is earlier.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `DevicePass`. */
        DevicePassAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["DevicePass"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Agreement of a device: its signature over a challenge of CreateChallenge whose audience is the base address of the service. The asset of the device must be of kind value, active, of the paid asset type, and owned by the wallet. The wallet must have got it from the publisher: an asset that one holder has given to another pays from no wallet.
         *
         *     A device with a certificate signs with ECDSA on P-256. A device that was bound by its key alone signs with ECDSA on secp256k1, with s at most half of the order. Both sign the SHA-256 of these bytes, concatenated:
         *
         *     1. `PDA-POP-v1` in ASCII (10 bytes)
         *     2. the nonce, decoded (32 bytes)
         *     3. the asset's identifier in ASCII, `ast_…` (30 bytes)
         *     4. the SHA-256 of the device's certificate in DER, the leaf alone, or of its public key in compressed form (32 bytes)
         *     5. the number of bytes of the audience (1 byte)
         *     6. the audience in ASCII (1 to 255 bytes)
         *     7. the merchant's identifier in ASCII, `mer_…` (30 bytes)
         *     8. the number of bytes of the asset type's code (1 byte)
         *     9. the code in ASCII (2 to 16 bytes)
         *     10. the number of bytes of the amount (1 byte)
         *     11. the amount in ASCII, without trailing zeros (1 to 37 bytes)
         *
         *     `docs/vectors/payment-presentation.json` has examples for tests of an implementation.
         *
         *     Exactly one of `deviceCertificate`, `publicKey`.
         */
        DevicePresentation: {
            /** @description The asset that the device is bound to. */
            assetId: string;
            /** @description Certificate of the device: PEM with at most three intermediate certificates, or the leaf in base64 DER, at most 8 KiB. */
            deviceCertificate?: string;
            /** @description Public key of a device without a certificate, in a form of KeySignature of VerifyAuthenticity. */
            publicKey?: string;
            /** @description Nonce of the challenge, unchanged. */
            nonce: string;
            /** @description The signature in base64url without padding (86 characters): r and s, each 32 bytes big-endian, concatenated. */
            signature: string;
        };
        /**
         * @description Proof that the presented device is not a copy.
         *
         *     Exactly one of `challengeSignature`, `keySignature`, `sunMessage`.
         */
        DeviceProof: {
            /** @description Signature over a challenge by the key of the device's certificate. */
            challengeSignature?: components["schemas"]["ChallengeSignature"];
            /** @description Signature over a challenge by a device that has a key and no certificate. The proof names the device, so no certificate is required. */
            keySignature?: components["schemas"]["KeySignature"];
            /** @description Message that the tag in the asset put into its URL at this tap. The proof names the device, so no certificate is required. */
            sunMessage?: components["schemas"]["SunMessage"];
        };
        /**
         * @description Status of a device.
         *
         *     - `active`: The device is in use. If the publisher revokes it → revoked.
         *     - `revoked`: The device is no longer trusted. Terminal. Its chip can be bound again as another device.
         *
         *     The list may grow. A value that you do not know: treat the device as one that must not be relied on.
         * @enum {string}
         */
        DeviceStatus: "active" | "revoked" | (string & {});
        /** @description Request of EnrolMerchantDevice. */
        EnrolMerchantDeviceRequest: {
            /** @description The merchant's name for the terminal: 1 to 120 characters. */
            name: string;
            /** @description PKCS#10 request (RFC 2986) for the terminal's P-256 key: PEM or base64 DER, at most 8 KiB. Omit to get no certificate. The certificate has no scopes. A certificate with scopes comes from IssueMerchantCertificate. */
            certificateSigningRequest?: string;
        };
        /** @description A new terminal. */
        EnrolledDevice: {
            /** @description The terminal. */
            device: components["schemas"]["MerchantDevice"];
            /** @description Certificate of the terminal. Absent when the request had no signing request. */
            certificate?: components["schemas"]["MerchantCertificate"];
        };
        /** @description Envelope of an answer with `EnrolledDevice`. */
        EnrolledDeviceAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["EnrolledDevice"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Direction of an entry, as the account's owner sees it.
         *
         *     - `credit`: The account received the amount.
         *     - `debit`: The account gave the amount.
         * @enum {string}
         */
        EntryDirection: "credit" | "debit";
        /**
         * @description Environment of a service.
         *
         *     - `sandbox`: A test system. No real value moves, and the service has operations and a clock for tests.
         *     - `production`: Real value moves.
         *
         *     The list may grow. A value that you do not know: treat it as one that moves real value.
         * @enum {string}
         */
        Environment: "sandbox" | "production" | (string & {});
        /**
         * @description Service error code. The list may grow: treat an unknown code as its HTTP status says. `x-retryable` lists the codes after which the same request may succeed when it is sent again in a moment.
         *
         *     - `SVC-4000`: The request is not valid; `errors` names each field. A field is missing, malformed or out of range, or the request is malformed. Correct the request. A repeat of the same request fails again.
         *     - `SVC-4001`: The body is not a strict JSON object. The JSON body has a syntax error, a duplicate member, too much nesting, a wrong encoding, or a number that cannot be kept exactly. Correct the program that writes the JSON.
         *     - `SVC-4002`: The certificate or the signing request cannot be read. A certificate or a signing request in the request does not follow its standard (RFC 5280, RFC 2986), is too large, or has a key that is not allowed. Get it again from its source. A readable certificate that is not accepted is SVC-4226.
         *     - `SVC-4004`: The Idempotency-Key must be 1 to 255 visible ASCII characters. The idempotency key is malformed. Correct the program that makes the keys.
         *     - `SVC-4005`: The page token does not belong to this list and filter. The page token is damaged, or belongs to another list or filter. Read the list again from its beginning.
         *     - `SVC-4010`: Invalid publisher certificate Published code: the publisher certificate is foreign, expired, revoked or outside its constraints. A failed check of a verdict names this code. A call fails with this code only if the caller's own credential is an access certificate of a publisher that is not valid. A certificate in the request that is not accepted is SVC-4226.
         *     - `SVC-4011`: A valid credential is needed. The caller's own credential is missing, malformed, unknown, expired or revoked. Get a valid credential and repeat the request.
         *     - `SVC-4030`: The credential does not permit this operation. The credential is valid but lacks the scope, or the request names another tenant. Use another credential, or ask its owner for the scope.
         *     - `SVC-4031`: The signature does not authorise this. The signed statement of a wallet is invalid, stale, or about other values. Nothing was done. Show the holder the present values and have the holder sign again.
         *     - `SVC-4040`: There is no such resource. The resource is unknown or not visible to this caller. The answer does not tell which. Check the identifier.
         *     - `SVC-4041`: There is no such path. The path is not part of the interface. Correct the address.
         *     - `SVC-4050`: The path does not have this method. The Allow header lists the methods that the path has. Use one of them.
         *     - `SVC-4060`: The answer is not available in any media type that the request accepts. The Accept header admits no representation that the service has. Accept application/json.
         *     - `SVC-4080`: The request did not arrive in full in time. Send it again on a new connection. The headers or the body of the request did not arrive in time. The service closes the connection. The request had no effect: repeat it.
         *     - `SVC-4090`: It exists already. A unique name, key or reference is taken. Use another, or use the resource that has it.
         *     - `SVC-4091`: The resource is in a final state that does not allow this. The resource is in a final status, e.g. a completed payment cannot be cancelled. The request can never succeed. Read the resource to see its status.
         *     - `SVC-4092`: A request with this Idempotency-Key is still being processed. Repeat the same request a moment later to get its answer.
         *     - `SVC-4093`: Another request changed the resource at the same moment. Nothing was changed by this request; repeat it.
         *     - `SVC-4094`: The resource is not in a state that allows this now. The present status does not allow the request, and the status can change. Read the resource again and decide. The request can succeed after another step, e.g. after an asset is activated.
         *     - `SVC-4095`: It was done before. The requested effect already exists, or the request presents something that can be used once and was used. Read the resource. Treat your own earlier request as success, and refuse everything else.
         *     - `SVC-4096`: It is too early for this. The request becomes possible with time alone. Repeat it at the time in the message, or after the delay in the answer.
         *     - `SVC-4097`: Only the operator of the service can make this possible. The merchant or publisher is suspended, or a key of the service is offline. Do not repeat the request; ask the operator.
         *     - `SVC-4098`: A limit of the resource is reached. The resource has reached a limit, which the reason names. Make room, or use another resource.
         *     - `SVC-4120`: The resource has changed since the version that the request is for. The resource has another version than the request expects. Nothing was changed. Read the resource again and decide anew.
         *     - `SVC-4130`: The body is larger than the limit. The body is larger than the limit: 1 MiB unless the operation or the deployment sets another. Send less at once.
         *     - `SVC-4140`: The path and the query are longer than the limit. The request target, path and query together, has more than 8,000 bytes. Send fewer parameters.
         *     - `SVC-4150`: The body must be application/json in UTF-8. Content-Type names another media type, charset or encoding. Send JSON with `Content-Type: application/json`.
         *     - `SVC-4170`: The Expect header must be 100-continue or absent. The service supports no expectation except `100-continue`. Remove the header.
         *     - `SVC-4210`: The request is for a host that is not served here. The request names another host than this service. Use the address under which the service is published.
         *     - `SVC-4221`: The request names something that does not exist or cannot be used here. The request names a merchant, asset type, wallet or network that does not exist. `field` tells which. Correct the name.
         *     - `SVC-4222`: The Idempotency-Key was used with another request. A key belongs to one request. Use a new key for a new request.
         *     - `SVC-4223`: The balance is too low. Nothing was moved. Ask for less, or repeat after more value has arrived.
         *     - `SVC-4224`: The refund is not eligible. The transaction or the publisher's policy never allows this refund. Do not repeat the request. Settle with the customer in another way.
         *     - `SVC-4225`: The amount is not allowed here. The amount has more fraction digits than the asset type has, or is above a maximum. Amounts are never rounded. Correct the amount.
         *     - `SVC-4226`: The presented certificate, key, device, pass or proof is not accepted. Evidence in the request is readable and not accepted. It is not the caller's own credential. At a terminal or gate: tap again, or refuse. At an enrolment: use another certificate or key.
         *     - `SVC-4227`: The terms of the asset do not allow this. The publisher's terms for the asset type or the ticket never allow the request. Do not repeat it.
         *     - `SVC-4290`: Too many requests. Wait for the delay in the answer, then repeat.
         *     - `SVC-4310`: The headers are larger than the limit. The headers have more than 16 KiB or 100 lines. Send fewer or shorter headers.
         *     - `SVC-5000`: The service failed unexpectedly. The request id finds the cause in its logs. The service has a defect. A repeat with the same idempotency key is safe. If the failure persists, report the request id.
         *     - `SVC-5010`: The service does not know this method. The service supports the methods of RFC 9110 and PATCH. Use the method that the contract names.
         *     - `SVC-5030`: The service is not available right now. A part of the service is unavailable or overloaded. Wait for the delay in the answer and repeat. With the same idempotency key a repeat is safe.
         *     - `SVC-5040`: The request was not finished within its deadline. The effect may or may not have happened. Repeat with the same idempotency key to find out.
         * @enum {string}
         */
        ErrorCode: "SVC-4000" | "SVC-4001" | "SVC-4002" | "SVC-4004" | "SVC-4005" | "SVC-4010" | "SVC-4011" | "SVC-4030" | "SVC-4031" | "SVC-4040" | "SVC-4041" | "SVC-4050" | "SVC-4060" | "SVC-4080" | "SVC-4090" | "SVC-4091" | "SVC-4092" | "SVC-4093" | "SVC-4094" | "SVC-4095" | "SVC-4096" | "SVC-4097" | "SVC-4098" | "SVC-4120" | "SVC-4130" | "SVC-4140" | "SVC-4150" | "SVC-4170" | "SVC-4210" | "SVC-4221" | "SVC-4222" | "SVC-4223" | "SVC-4224" | "SVC-4225" | "SVC-4226" | "SVC-4227" | "SVC-4290" | "SVC-4310" | "SVC-5000" | "SVC-5010" | "SVC-5030" | "SVC-5040" | (string & {});
        /** @description One error of the whole request or of one field. */
        ErrorItem: {
            code: components["schemas"]["ErrorCode"];
            /** @description Human-readable description. */
            message: string;
            /** @description Path of the field with the error, in the names of the request. Absent when the error is about the whole request. */
            field?: string;
            reason: components["schemas"]["ErrorReason"];
        };
        /** @description Cause of the error as a word, more specific than the code. `x-reasons` has the list of each code. It may grow, so this is no enum: treat an unknown reason as its code says. */
        ErrorReason: string;
        /** @description An event in CloudEvents 1.0 form. */
        Event: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /** @description Type of the event, e.g. `payment.completed`. */
            type: components["schemas"]["EventType"];
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["EventData"];
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as page token of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description True for a test event that SendTestEvent has sent: nothing has happened, and the resource does not exist. Absent otherwise. */
            test?: boolean;
        };
        /** @description Envelope of an answer with `Event`. */
        EventAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Event"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description The resource of an event, as it was when the event happened.
         *
         *     At most one of `payment`, `refund`, `settlement`, `asset`, `settlementAccountChange`, `webhook`, `webhookVerification`.
         */
        EventData: {
            /** @description The payment. Present in payment events. To the holder of a wallet, the fields that wallets do not see are absent or empty, and `version` is 0. */
            payment?: components["schemas"]["Payment"];
            /** @description The refund. Present in refund events. To the holder of a wallet, `settlementId` and `policyVersion` are absent and `reason` is empty. */
            refund?: components["schemas"]["Refund"];
            /** @description The settlement. Present in settlement events. */
            settlement?: components["schemas"]["Settlement"];
            /** @description The asset. Present in asset events. */
            asset?: components["schemas"]["Asset"];
            /** @description The change. Present in events about settlement accounts. */
            settlementAccountChange?: components["schemas"]["SettlementAccountChange"];
            /** @description The webhook endpoint. Present in the event that an endpoint was disabled by the service. */
            webhook?: components["schemas"]["Webhook"];
            /** @description The challenge. Present in the event that verifies a webhook endpoint, which only that endpoint gets. */
            webhookVerification?: components["schemas"]["WebhookVerification"];
        };
        /** @description Response of ListEvents. */
        EventList: {
            /** @description The events of this page, oldest first. */
            items: components["schemas"]["Event"][];
            /** @description Token to continue with, now or later. Always present: the `cursor` of the last item or, when the page is empty, the token of the request. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `EventList`. */
        EventListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["EventList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Type of `Event`. The type says which member `data` has.
         *
         *     - `payment.created`: `payment`
         *     - `payment.completed`: `payment`
         *     - `payment.failed`: `payment`
         *     - `refund.completed`: `refund`
         *     - `settlement.finalized`: `settlement`
         *     - `asset.revoked`: `asset`
         *     - `ownership.transferred`: `asset`
         *     - `merchant.settlement_account_requested`: `settlementAccountChange`
         *     - `merchant.settlement_account_cancelled`: `settlementAccountChange`
         *     - `merchant.settlement_account_changed`: `settlementAccountChange`
         *     - `webhook.disabled`: `webhook`
         *     - `webhook.verification`: `webhookVerification`
         *
         *     The list may grow, so this is no enum: pass over a type that you do not know.
         */
        EventType: "payment.created" | "payment.completed" | "payment.failed" | "refund.completed" | "settlement.finalized" | "asset.revoked" | "ownership.transferred" | "merchant.settlement_account_requested" | "merchant.settlement_account_cancelled" | "merchant.settlement_account_changed" | "webhook.disabled" | "webhook.verification" | (string & {});
        /** @description Envelope of every error. */
        Failure: {
            /** @description Always `false`. */
            success: boolean;
            status: components["schemas"]["FailureStatus"];
            /** @description The caller's `X-Request-ID` when it is well formed, else an identifier that the service creates. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time, RFC 3339 in UTC with milliseconds.
             */
            timestamp: string;
            errorCode: components["schemas"]["ErrorCode"];
            /** @description Human-readable description. */
            message: string;
            /** @description Empty. */
            data: {
                [key: string]: string;
            };
            /** @description All errors of the request. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Operation result of an error: the canonical gRPC code in lower case.
         * @enum {string}
         */
        FailureStatus: "aborted" | "already_exists" | "deadline_exceeded" | "failed_precondition" | "internal" | "invalid_argument" | "not_found" | "out_of_range" | "permission_denied" | "resource_exhausted" | "unauthenticated" | "unavailable" | "unimplemented";
        /** @description Request of FundWallet. */
        FundWalletRequest: {
            /** @description Amount to give, above zero, in whole units of the asset type: a decimal such as "12.50". */
            amount: string;
            /** @description Code of an asset type. Omit for the oldest asset type with a network. */
            assetType?: string;
        };
        /** @description Response of GetAuditCheckpoint. */
        GetAuditCheckpointResult: {
            /** @description Signed head of the tree (C2SP tlog-checkpoint). */
            checkpoint: string;
            /** @description Key that verifies the signature, as C2SP signed-note writes keys: name, key id and Ed25519 public key. Compare it once with the key that the operator has published. */
            verifierKey: string;
            /** @description Hashes that prove that the tree continues the tree of `fromSize` (RFC 6962 section 2.1.2). Empty without `fromSize`, and when both trees are the same. */
            hashes: string[];
        };
        /** @description Envelope of an answer with `GetAuditCheckpointResult`. */
        GetAuditCheckpointResultAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["GetAuditCheckpointResult"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of GetAuditRecord. */
        GetAuditRecordResult: {
            /** @description The record. */
            record: components["schemas"]["AuditRecord"];
            /** @description The proof that the record is in the log. */
            proof: components["schemas"]["AuditProof"];
        };
        /** @description Envelope of an answer with `GetAuditRecordResult`. */
        GetAuditRecordResultAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["GetAuditRecordResult"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of GrantOwnership. */
        GrantOwnershipRequest: {
            /** @description The wallet that becomes the owner. */
            walletId: string;
        };
        /** @description Public key of a wallet's holder, a JSON Web Key (RFC 7517). The private key never leaves the holder. */
        HolderKey: {
            /**
             * @description Key type: `EC`.
             * @constant
             */
            kty: "EC";
            /**
             * @description Curve: `P-256`.
             * @constant
             */
            crv: "P-256";
            /** @description x coordinate: base64url of 32 bytes. */
            x: string;
            /** @description y coordinate: base64url of 32 bytes. */
            y: string;
        };
        /** @description Public key of a wallet's holder, a JSON Web Key (RFC 7517). The private key never leaves the holder. */
        HolderKeyInput: {
            /**
             * @description Key type: `EC`.
             * @constant
             */
            kty: "EC";
            /**
             * @description Curve: `P-256`.
             * @constant
             */
            crv: "P-256";
            /** @description x coordinate: base64url of 32 bytes. */
            x: string;
            /** @description y coordinate: base64url of 32 bytes. */
            y: string;
        };
        /** @description Agreement of a wallet's holder: a compact JWS (RFC 7515, ES256) with `typ` `pda-pay+jws`. It has exactly these claims: `aud` (the base address of the service), `nonce`, `iat`, `exp` (at most 300 s after `iat`), `walletId`, `merchantId`, `amount` (without trailing zeros) and `assetType`. */
        HolderPresentation: {
            /** @description 32 random bytes that the terminal made for this tap, in base64url without padding: 43 characters. A merchant uses a nonce once. */
            nonce: string;
            /** @description The JWS, at most 4 KiB. */
            authorization: string;
        };
        /** @description Challenge that the holder of a digital identity signs once. */
        IdentityChallenge: {
            /** @description 32 random bytes in base64url without padding (43 characters), for the claim `nonce` of the key binding JWT. */
            nonce: string;
            /** @description Value for the claim `aud` of the key binding JWT. */
            audience: string;
            /**
             * Format: date-time
             * @description End of the challenge, 5 minutes after its creation.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `IdentityChallenge`. */
        IdentityChallengeAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IdentityChallenge"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A key with which a publisher signs digital identities. */
        IdentityIssuer: {
            /** @description Identifier of the key's certificate, `crt_…`. */
            certificateId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The certificate and its issuers up to the root, in PEM, leaf first. All of them except the root, which is the last, belong into `x5c`. */
            certificateChain: string;
            /** @description Name of the issuer in the certificate, for the claim `iss` of credentials. */
            issuer: string;
            /** @description Status of the certificate. */
            status: components["schemas"]["CertificateStatus"];
            /**
             * Format: date-time
             * @description End of the certificate's validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When the key was registered.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the key was revoked, in real time. Absent while it is active.
             */
            revokeTime?: string;
        };
        /** @description Envelope of an answer with `IdentityIssuer`. */
        IdentityIssuerAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IdentityIssuer"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListIdentityIssuers. */
        IdentityIssuerList: {
            /** @description The keys of this page. */
            items: components["schemas"]["IdentityIssuer"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `IdentityIssuerList`. */
        IdentityIssuerListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IdentityIssuerList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Verdict on a digital identity. */
        IdentityValidation: {
            /** @description True when everything that the request asked for is shown and proven. */
            satisfied: boolean;
            /** @description Result of the validation. `indeterminate` means that another service keeps the status of the credential, and that every other check passed. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Strength of the evidence: `proof_of_possession` when the request is satisfied, otherwise `none`. */
            assurance: components["schemas"]["Assurance"];
            /** @description Every check in order: "format", "issuer_path", "signature", "disclosures", "validity", "nonce", "key_binding", "status", "requested_claims". Checks after a failed one are skipped. "requested_claims" is judged also when another service keeps the status. */
            checks: components["schemas"]["Check"][];
            /**
             * Format: date-time
             * @description When the identity was validated.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
            /** @description The answer as a signed receipt (D-042), without any claim. Its claim `evidence` is the SHA-256, in base64url, of what was asked and presented (D-051). Absent unless the request asked for a receipt. */
            receipt?: string;
        };
        /** @description Envelope of an answer with `IdentityValidation`. */
        IdentityValidationAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IdentityValidation"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Value issued to a wallet. */
        Issuance: {
            /** @description Transaction that issued the value, `txn_…`. */
            transactionId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The wallet. */
            walletId: string;
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Issued amount, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /**
             * Format: date-time
             * @description When the value was issued.
             */
            createTime: string;
        };
        /** @description Envelope of an answer with `Issuance`. */
        IssuanceAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Issuance"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Result of one item. */
        IssuanceItem: {
            /**
             * Format: int32
             * @description Index of the item in its batch or its issuance job, from 0.
             */
            index: number;
            /** @description Status of the item. */
            status: components["schemas"]["IssuanceItemStatus"];
            /** @description Identifier of the asset, `ast_…`. Absent when the item failed. */
            assetIdentifier?: string;
            /** @description Reference of the item. Absent when the item had none. */
            reference?: string;
            /** @description Every fault of the item. Empty unless the item failed. */
            errors: components["schemas"]["ItemFault"][];
        };
        /** @description Response of ListIssuanceItems. */
        IssuanceItemList: {
            /** @description The results of this page, by index. */
            items: components["schemas"]["IssuanceItem"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `IssuanceItemList`. */
        IssuanceItemListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IssuanceItemList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of an item.
         *
         *     - `issued`: The item created a new asset.
         *     - `already_issued`: An asset with this reference already existed. Nothing was changed.
         *     - `failed`: Nothing was issued. `errors` gives the reasons.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        IssuanceItemStatus: "issued" | "already_issued" | "failed" | (string & {});
        /** @description The issuance of many assets in parts. An item that the job has received keeps its result. An interrupted upload continues at `receivedCount`. */
        IssuanceJob: {
            /** @description Identifier of the job, `isj_…`. */
            issuanceJobId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The publisher's own unique name of the job. */
            reference: string;
            /** @description Status of the job. */
            status: components["schemas"]["IssuanceJobStatus"];
            /**
             * Format: int32
             * @description Number of items that the job was created for.
             */
            itemCount: number;
            /**
             * Format: int32
             * @description Number of items that the job has received: the index of the next item.
             */
            receivedCount: number;
            /**
             * Format: int32
             * @description Number of items that created a new asset.
             */
            issuedCount: number;
            /**
             * Format: int32
             * @description Number of items whose asset already existed.
             */
            alreadyIssuedCount: number;
            /**
             * Format: int32
             * @description Number of items that failed.
             */
            failedCount: number;
            /**
             * Format: date-time
             * @description When the job was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the job last received items or, without items, was created.
             */
            updateTime: string;
        };
        /** @description Envelope of an answer with `IssuanceJob`. */
        IssuanceJobAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IssuanceJob"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListIssuanceJobs. */
        IssuanceJobList: {
            /** @description The jobs of this page. */
            items: components["schemas"]["IssuanceJob"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `IssuanceJobList`. */
        IssuanceJobListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["IssuanceJobList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of an issuance job.
         *
         *     - `open`: The job waits for more items. When it has all of them → completed.
         *     - `completed`: Every item has its result. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        IssuanceJobStatus: "open" | "completed" | (string & {});
        /** @description Request of IssueAsset. */
        IssueAssetRequest: {
            /** @description Description of the asset. */
            assetProfile: components["schemas"]["AssetProfileInput"];
            /** @description Networks that the asset can be used on (CAIP-2). */
            supportedNetworks?: string[];
            /** @description Public facts about the asset: at most 50 keys of 40 characters with values of 500 characters. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Code of an asset type of this publisher, whose policy applies to the asset. It is not part of the public information. Omit for the default policy. */
            assetType?: string;
            /** @description Terms under which the ticket can be redeemed. Only for assets of kind `ticket` (SVC-4000 otherwise). A ticket without terms can be redeemed once, at any time and gate, by its publisher. */
            ticket?: components["schemas"]["TicketTermsInput"];
        };
        /** @description Request of IssueClaimCode. */
        IssueClaimCodeRequest: {
            /** @description Seconds for which the code can be used: 60 to 315,360,000 (ten years). Default 7,776,000 (90 days). */
            lifetimeSeconds?: string;
        };
        /** @description Request of IssueMerchantCertificate. */
        IssueMerchantCertificateRequest: {
            /** @description PKCS#10 request (RFC 2986) for a P-256 key: PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest: string;
            /** @description Terminal that has the key. Omit for a certificate of the merchant's own key. */
            deviceId?: string;
            /** @description Scopes of the TLS client that shows the certificate, of those that an API key of the merchant or the terminal may hold. The caller needs each of them, too. Omit for a certificate that gives no rights here. */
            scopes?: string[];
            /** @description Role of the certificate, e.g. `cashier`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a merchant or a terminal may have. The certificate has the scopes that the role has when the certificate is used. Omit to give `scopes`. */
            role?: string;
            /** @description Limits of the use of the certificate besides its scopes. A certificate with limits makes only credentials with the same limits or narrower ones. Omit for a certificate without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of IssuePublisherAccessCertificate. */
        IssuePublisherAccessCertificateRequest: {
            /** @description PKCS#10 request (RFC 2986) for a P-256 key: PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest: string;
            /** @description Scopes of the TLS client that shows the certificate, of those that an API key of the publisher may hold. The caller needs each of them, too. Omit for a certificate that gives no rights here. */
            scopes?: string[];
            /** @description Role of the certificate, e.g. `issuer`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a publisher may have. The certificate has the scopes that the role has when the certificate is used. Omit to give `scopes`. */
            role?: string;
            /** @description Limits of the use of the certificate besides its scopes. A certificate with limits makes only credentials with the same limits or narrower ones. Omit for a certificate without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of IssuePublisherCertificate. */
        IssuePublisherCertificateRequest: {
            /** @description PKCS#10 request (RFC 2986) for a P-256 key: PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest: string;
        };
        /** @description Request of IssueValue. */
        IssueValueRequest: {
            /** @description Identifier of the receiving wallet. */
            walletId: string;
            /** @description Code of an asset type of this publisher. */
            assetType: string;
            /** @description Amount to issue, above zero, in whole units of the asset type: a decimal such as "12.50". */
            amount: string;
        };
        /** @description A fault of one item of a request that has many items. */
        ItemFault: {
            /** @description Error code of the catalogue, e.g. `SVC-4000`. */
            code: string;
            /** @description Message for people. */
            message: string;
            /** @description Path of the invalid field inside the item, in JSON names, e.g. "ticket.useCount". Empty when the fault is about the whole item. */
            field: string;
            /** @description Cause of the fault, finer than the code. */
            reason: string;
        };
        /** @description A public key of this service for signatures, as a JSON Web Key (RFC 7517). */
        JsonWebKey: {
            /** @description Always `EC`. */
            kty: string;
            /** @description Always `sig`. */
            use: string;
            /** @description Algorithm that the key is used with: `ES256` for receipts, passes and status lists (RFC 7518), `ecdsa-p256-sha256` for signed answers (RFC 9421). A key verifies nothing else. */
            alg: string;
            /** @description Identifier of the key in signatures: its thumbprint (RFC 7638, SHA-256) in base64url. */
            kid: string;
            /** @description Always `P-256`. */
            crv: string;
            /** @description x coordinate of the point: 32 bytes in base64url. */
            x: string;
            /** @description y coordinate of the point: 32 bytes in base64url. */
            y: string;
        };
        /** @description The keys that verify signatures of this service (RFC 7517 §5). */
        JsonWebKeySet: {
            /** @description Keys that sign now, keys that will sign soon, and keys of earlier signatures that are still valid. */
            keys: components["schemas"]["JsonWebKey"][];
        };
        /** @description Envelope of an answer with `JsonWebKeySet`. */
        JsonWebKeySetAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["JsonWebKeySet"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Result of the cancellation of an idempotency key. */
        KeyCancellation: {
            /** @description The cancelled key. It creates no payment any more. */
            idempotencyKey: string;
            /** @description The payment that the key had created, now cancelled. Absent when the key had created none. */
            payment?: components["schemas"]["Payment"];
            /**
             * Format: date-time
             * @description When the key was first cancelled.
             */
            cancelTime: string;
        };
        /** @description Envelope of an answer with `KeyCancellation`. */
        KeyCancellationAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["KeyCancellation"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description How a key was replaced.
         *
         *     - `rotation`: The holder replaced the key.
         *     - `recovery`: A recovery replaced the key after its loss.
         *
         *     The list may grow. A value that you do not know: treat the key as retired, whatever the cause.
         * @enum {string}
         */
        KeyRetirement: "rotation" | "recovery" | (string & {});
        /**
         * @description Signature over a challenge of CreateChallenge by a device that was bound by its raw key alone: ECDSA on secp256k1 with SHA-256 (ES256K, RFC 8812 §3.2) over these bytes, concatenated:
         *
         *     1. `PDA-POP-v1` in ASCII (10 bytes)
         *     2. the nonce, decoded (32 bytes)
         *     3. the asset's identifier in ASCII, `ast_…` (30 bytes)
         *     4. the SHA-256 of the device's public key in compressed form, `02` or `03` and x (32 bytes), whichever form `publicKey` has
         *     5. the number of bytes of the audience (1 byte)
         *     6. the audience in ASCII (1 to 255 bytes)
         *
         *     `docs/vectors/raw-key.json` has examples for tests of an implementation.
         */
        KeySignature: {
            /** @description Nonce of the challenge, unchanged. The call consumes the challenge, whatever the verdict is. */
            nonce: string;
            /** @description Public key of the device: a point of secp256k1 (SEC 1 §2.3.3), compressed (33 bytes) or uncompressed (65 bytes), in hexadecimal or in base64 with padding. */
            publicKey: string;
            /** @description The signature in base64url without padding (86 characters): r and s, each 32 bytes big-endian, concatenated (as in JWS ES256K, not DER, without a recovery number). s must be at most half of the order of the curve; a proof with the other s is not accepted. */
            signature: string;
        };
        /** @description The last finished check of the whole ledger. */
        LedgerCheck: {
            /**
             * Format: date-time
             * @description When the check finished, in real time. Absent until a first check has finished.
             */
            checkTime?: string;
            /** @description The rules that were checked. Empty until a first check has finished. */
            rules: components["schemas"]["LedgerRule"][];
        };
        /** @description Envelope of an answer with `LedgerCheck`. */
        LedgerCheckAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["LedgerCheck"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description One entry of a transaction on one account. The entry gives the kind of the account on the other side, but not its owner. */
        LedgerEntry: {
            /** @description Kind of the account. */
            account: components["schemas"]["AccountKind"];
            /** @description Direction of the entry. */
            direction: components["schemas"]["EntryDirection"];
            /** @description Amount above zero, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /** @description Kind of the account on the other side. */
            counterAccount: components["schemas"]["AccountKind"];
        };
        /** @description A rule of the ledger, and the result of its check. */
        LedgerRule: {
            /** @description Name of the rule, such as "debits-equal-credits". */
            name: string;
            /** @description The rule in one sentence. */
            description: string;
            /** @description Number of rows that were examined. */
            examinedCount: string;
            /** @description Number of violations. It is 0 when the rule holds. */
            violationCount: string;
            /** @description Descriptions of the first 20 violations. */
            violations: string[];
        };
        /**
         * @description Lifecycle status of an asset.
         *
         *     - `issued`: The asset is issued and not yet in use. → active or revoked.
         *     - `active`: The asset is in use. → suspended, revoked or retired.
         *     - `suspended`: The publisher has taken the asset out of use for a time. → active, revoked or retired.
         *     - `revoked`: The publisher has withdrawn the asset. Terminal.
         *     - `retired`: The asset has reached the end of its life. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the asset as one that cannot be used now.
         * @enum {string}
         */
        LifecycleStatus: "issued" | "active" | "suspended" | "revoked" | "retired" | (string & {});
        /** @description Verdict on the lifecycle status of an asset. */
        LifecycleVerdict: {
            /** @description The asset that was verified. */
            assetId: string;
            /** @description Lifecycle status of the asset. Absent for an unknown asset. */
            lifecycleStatus?: components["schemas"]["LifecycleStatus"];
            /** @description True when the asset and its publisher are active. */
            usable: boolean;
            /** @description `passed` when every check passed. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Every check in order: "asset_known", "publisher_status", "lifecycle". The last one passes when the asset has one of the expected statuses. */
            checks: components["schemas"]["Check"][];
            /**
             * Format: date-time
             * @description When the asset was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `LifecycleVerdict`. */
        LifecycleVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["LifecycleVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description The highest amount of one call, in one asset type. */
        MaximumAmount: {
            /** @description Amount, above zero, in whole units of the asset type: a decimal such as "50". */
            amount: string;
            /** @description Code of the only asset type that the credential may move, e.g. `USDX`. */
            assetType: string;
        };
        /** @description The highest amount of one call, in one asset type. */
        MaximumAmountInput: {
            /** @description Amount, above zero, in whole units of the asset type: a decimal such as "50". */
            amount: string;
            /** @description Code of the only asset type that the credential may move, e.g. `USDX`. */
            assetType: string;
        };
        /** @description A business that is paid through the service. */
        Merchant: {
            /** @description Identifier of the merchant, `mer_…`. */
            merchantId: string;
            /** @description Name of the merchant, as payers see it. */
            name: string;
            /** @description Status of the merchant. */
            status: components["schemas"]["MerchantStatus"];
            /** @description Accounts on networks that the merchant's payments are settled to (CAIP-10), at most one on each network. */
            settlementAccounts: string[];
            /**
             * Format: date-time
             * @description When the merchant was registered.
             */
            createTime: string;
            /**
             * Format: int32
             * @description Version of the merchant. Each change of name, addresses or status raises it. Changes of settlement accounts do not.
             */
            version: number;
            /** @description Web site of the merchant, an `https:` address. Absent when the merchant has given none. */
            website?: string;
            /** @description Address where payers get help: `https:`, `mailto:` or `tel:`. Absent when the merchant has given none. */
            supportUrl?: string;
            /** @description Requested changes of settlement accounts that are not yet in force, soonest first. */
            pendingSettlementAccountChanges: components["schemas"]["SettlementAccountChange"][];
            /** @description Requests that must be signed, whichever of its credentials the merchant uses. Its keys and certificates may require more. */
            requestSigning: components["schemas"]["RequestSigning"];
        };
        /** @description Envelope of an answer with `Merchant`. */
        MerchantAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Merchant"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Balances of a merchant in one asset type. Amounts are decimals in whole units, such as "12.5". */
        MerchantBalance: {
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Paid and not yet being settled. Can be refunded, and is settled next. */
            available: string;
            /** @description Being settled and not yet final on the network. */
            pending: string;
            /** @description Settled to the merchant's account on the network, less refunds that were taken from it. */
            settled: string;
        };
        /** @description Response of ListMerchantBalances. */
        MerchantBalanceList: {
            /** @description The balances of this page. */
            items: components["schemas"]["MerchantBalance"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MerchantBalanceList`. */
        MerchantBalanceListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantBalanceList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description A certificate of a merchant's own key, or of the key of one of its terminals.
         *
         *     The certificate says, under the trust root of this service, whose key it is: subjectAltName URI `https://<asset domain>/m/<merchant id>`, for a terminal followed by `/d/<device id>`. The key can make signatures and authenticate TLS clients. A TLS client of this service with the certificate acts for the merchant, with the certificate's scopes.
         */
        MerchantCertificate: {
            /** @description Identifier of the certificate, `crt_…`. */
            certificateId: string;
            /** @description The merchant that the certificate belongs to. */
            merchantId: string;
            /** @description Terminal that has the key. Absent when the key is the merchant's own. */
            deviceId?: string;
            /** @description Serial number in hexadecimal. */
            serialNumber: string;
            /** @description The certificate in PEM. */
            certificate: string;
            /** @description The certificate and its issuers up to the root, in PEM, leaf first. */
            certificateChain: string;
            /** @description Status of the certificate. */
            status: components["schemas"]["MerchantCertificateStatus"];
            /**
             * Format: date-time
             * @description Start of the validity.
             */
            notBeforeTime: string;
            /**
             * Format: date-time
             * @description End of the validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When the certificate was issued.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the certificate was revoked, in real time. Absent while the certificate is active.
             */
            revokeTime?: string;
            /** @description Why the certificate was revoked. Absent while the certificate is active, and when no reason was given. */
            revocationReason?: components["schemas"]["MerchantCertificateRevocationReason"];
            /** @description Scopes of the TLS client that shows the certificate to this service. Empty when the certificate gives no rights here. */
            scopes: string[];
            /** @description Role of the certificate. Its scopes are those that the role has now. Absent when the certificate was made with scopes. */
            role?: string;
            /** @description Limits of the use of the certificate besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `MerchantCertificate`. */
        MerchantCertificateAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantCertificate"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListMerchantCertificates. */
        MerchantCertificateList: {
            /** @description The items of this page. */
            items: components["schemas"]["MerchantCertificate"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MerchantCertificateList`. */
        MerchantCertificateListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantCertificateList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Why a merchant's certificate was revoked: the reasons of RFC 5280 §5.3.1 that end the life of a certificate that is not a CA's.
         *
         *     - `KEY_COMPROMISE`: The private key is known to others, or may be. Every certificate of the same key is revoked.
         *     - `AFFILIATION_CHANGED`: Facts in the certificate have changed.
         *     - `SUPERSEDED`: A newer certificate replaces this one.
         *     - `CESSATION_OF_OPERATION`: The certificate is no longer needed.
         *     - `PRIVILEGE_WITHDRAWN`: A right that the certificate conveys was withdrawn.
         *
         *     The list may grow. A value that you do not know: treat the certificate as revoked, whatever the reason.
         * @enum {string}
         */
        MerchantCertificateRevocationReason: "KEY_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN" | (string & {});
        /**
         * @description Status of a merchant's certificate.
         *
         *     - `active`: The certificate is accepted within its validity. → revoked.
         *     - `revoked`: The certificate is revoked. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the certificate as one that must not be relied on.
         * @enum {string}
         */
        MerchantCertificateStatus: "active" | "revoked" | (string & {});
        /** @description A terminal of a merchant: a till, a reader or a machine. */
        MerchantDevice: {
            /** @description Identifier of the terminal, `dev_…`. */
            deviceId: string;
            /** @description The merchant that the terminal belongs to. */
            merchantId: string;
            /** @description The merchant's name for the terminal. */
            name: string;
            /** @description Status of the terminal. */
            status: components["schemas"]["MerchantDeviceStatus"];
            /**
             * Format: date-time
             * @description When the terminal was enrolled.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the terminal was removed. Absent unless it was removed.
             */
            removeTime?: string;
            /**
             * Format: int32
             * @description Version of the terminal. Each change raises it.
             */
            version: number;
        };
        /** @description Envelope of an answer with `MerchantDevice`. */
        MerchantDeviceAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantDevice"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListMerchantDevices. */
        MerchantDeviceList: {
            /** @description The items of this page. */
            items: components["schemas"]["MerchantDevice"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MerchantDeviceList`. */
        MerchantDeviceListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantDeviceList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a terminal.
         *
         *     - `active`: The terminal is in use, and its API keys are accepted. → suspended or removed.
         *     - `suspended`: The terminal is out of use for a time. Its API keys are refused everywhere within five seconds. → active or removed.
         *     - `removed`: The terminal is out of use for ever. Its API keys and certificates are revoked. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the terminal as not active.
         * @enum {string}
         */
        MerchantDeviceStatus: "active" | "suspended" | "removed" | (string & {});
        /** @description Response of ListMerchants. */
        MerchantList: {
            /** @description The merchants of this page. */
            items: components["schemas"]["Merchant"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MerchantList`. */
        MerchantListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListMerchantPublicKeys. */
        MerchantPublicKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["PublicKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MerchantPublicKeyList`. */
        MerchantPublicKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MerchantPublicKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a merchant.
         *
         *     - `active`: The merchant can take payments. → suspended.
         *     - `suspended`: The merchant takes no payments, neither new ones nor pending ones. Its completed payments are settled and can be refunded. → active.
         *
         *     The list may grow. A value that you do not know: treat the merchant as not active.
         * @enum {string}
         */
        MerchantStatus: "active" | "suspended" | (string & {});
        /** @description An event that no attempt has delivered to a webhook endpoint. */
        MissedEvent: {
            /** @description Identifier of the event. */
            eventId: string;
            /** @description Type of the event. */
            type: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            eventTime: string;
            /**
             * Format: date-time
             * @description When the event is sent again. Absent when it is not, until RedeliverEvents asks for it.
             */
            nextAttemptTime?: string;
        };
        /** @description Response of ListMissedEvents. */
        MissedEventList: {
            /** @description The missed events of this page, oldest first. */
            items: components["schemas"]["MissedEvent"][];
            /** @description Token of the next page. Empty on the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `MissedEventList`. */
        MissedEventListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["MissedEventList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Keys of an NTAG 424 DNA tag for secure unique NFC messages (NXP AN12196 §3): AES-128 keys of this tag alone. The service stores them encrypted and never returns them. */
        Ntag424Keys: {
            /** @description SDMMetaReadKey, which encrypts UID and counter: 32 hexadecimal digits. */
            sdmMetaReadKey: string;
            /** @description SDMFileReadKey, from which the keys of the MAC and of the file data are derived: 32 hexadecimal digits. */
            sdmFileReadKey: string;
        };
        /** @description Request of OfferTransfer. */
        OfferTransferRequest: {
            /** @description Compact JWS of the owner, at most 4 KiB. */
            offer: string;
        };
        /** @description An API key of the operator. The secret is returned once, when the key is created. */
        OperatorApiKey: {
            /** @description Identifier of the key, `key_…`: the visible part of the key. */
            apiKeyId: string;
            /** @description Purpose of the key. */
            name: string;
            /** @description Scopes that the key holds. */
            scopes: string[];
            /** @description Status of the key. */
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the key was revoked. Absent unless it was revoked.
             */
            revokeTime?: string;
            /**
             * Format: date-time
             * @description When the key expires. Absent when the key does not expire.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When the key was last used, exact to about a minute. Absent when the key was never used.
             */
            lastUseTime?: string;
            /** @description The key that this key replaced. Absent when this key replaced none. */
            replacesApiKeyId?: string;
            /** @description The key that replaced this key. Absent when no key has replaced it. */
            replacedByApiKeyId?: string;
            /** @description Networks from which the key may be used, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Empty when the key may be used from everywhere. */
            allowedNetworks: string[];
            /** @description Network address from which the key was last used, exact to about a minute, e.g. `203.0.113.7`. Absent when the key was never used. */
            lastUseAddress?: string;
            /** @description Role of the key. Its scopes are those that the role has now. Absent when the key was made with scopes. */
            role?: string;
            /** @description Limits of the use of the key besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `OperatorApiKey`. */
        OperatorApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OperatorApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListOperatorApiKeys. */
        OperatorApiKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["OperatorApiKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `OperatorApiKeyList`. */
        OperatorApiKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OperatorApiKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListOperatorPublicKeys. */
        OperatorPublicKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["PublicKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `OperatorPublicKeyList`. */
        OperatorPublicKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OperatorPublicKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Outcome of a request with an idempotency key. A refused request has no effect and leaves no outcome. */
        Outcome: {
            /** @description The idempotency key. */
            idempotencyKey: string;
            /** @description Operation that the key was used for, e.g. `CreatePayment`. */
            operation: string;
            /** @description State of the request. */
            status: components["schemas"]["OutcomeStatus"];
            /** @description Identifier of the resource in the answer, e.g. of the payment that was created. Read the resource to see its present state. Absent when the answer is about no resource. */
            resourceId?: string;
            /**
             * Format: date-time
             * @description When the request was executed or the key was cancelled. Absent while the request is in progress.
             */
            endTime?: string;
        };
        /** @description Envelope of an answer with `Outcome`. */
        OutcomeAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Outcome"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description State of a request with an idempotency key.
         *
         *     - `in_progress`: The request is being executed. → completed. If the request fails, the key has no outcome again.
         *     - `completed`: The request was executed. Its effect and its answer are stored, and a repeat returns the same answer. Terminal.
         *     - `cancelled`: The key was cancelled. A request with the key is refused and has no effect. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        OutcomeStatus: "in_progress" | "completed" | "cancelled" | (string & {});
        /** @description An asset that a wallet owns. */
        OwnedAsset: {
            /** @description Public information about the asset. */
            asset: components["schemas"]["Asset"];
            /**
             * Format: int64
             * @description Number of this owner's entry in the asset's chain of owners: 1 for the first owner. The next offer has this number plus one as its claim `seq`.
             */
            sequence: number;
            /** @description Hash of this owner's entry, in base64url. The next offer has it as its claim `prevEntryHash`. */
            entryHash: string;
            /**
             * Format: date-time
             * @description When the wallet became the owner.
             */
            acquireTime: string;
        };
        /** @description Response of ListOwnedAssets. */
        OwnedAssetList: {
            /** @description The assets of this page. */
            items: components["schemas"]["OwnedAsset"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `OwnedAssetList`. */
        OwnedAssetListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OwnedAssetList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Tells whether the signer owns the asset. */
        Ownership: {
            /** @description The asset that was verified. */
            assetId: string;
            /** @description True when the signer owns the asset and the asset is in use. False does not tell which condition failed: the signer is not the owner, the asset is unknown or not in use, or the proof does not hold. */
            owned: boolean;
            /**
             * Format: date-time
             * @description When the ownership was verified.
             */
            evaluateTime: string;
        };
        /** @description Envelope of an answer with `Ownership`. */
        OwnershipAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Ownership"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A grant of a publisher: the first entry in an asset's chain of owners, or the right to make it. */
        OwnershipGrant: {
            /** @description Identifier of the transfer, `trf_…`. */
            transferId: string;
            /** @description The asset. */
            assetId: string;
            /** @description The claim code: 128 bits in base64url (22 characters). Present only in the answer of IssueClaimCode. */
            claimCode?: string;
            /**
             * Format: date-time
             * @description When the claim code expires. Present only for a claim code.
             */
            expireTime?: string;
        };
        /** @description Envelope of an answer with `OwnershipGrant`. */
        OwnershipGrantAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OwnershipGrant"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A transfer of ownership, as one of its two parties sees it. The other party is not named. */
        OwnershipTransfer: {
            /** @description Identifier of the transfer, `trf_…`. */
            transferId: string;
            /** @description The asset. */
            assetId: string;
            /** @description Role of the calling wallet. */
            role: components["schemas"]["TransferRole"];
            /** @description Status of the transfer. */
            status: components["schemas"]["TransferStatus"];
            /**
             * Format: int64
             * @description Number of the transfer's entry in the asset's chain of owners: 1 for the first owner.
             */
            sequence: number;
            /** @description The offer: the owner's compact JWS, or the record of the publisher's gift as JSON text. It names the key of the recipient or the hash of a claim code. Empty for a caller without the scope `wallets.write`, such as a person of the operator's support. */
            offer: string;
            /** @description SHA-256 of the text of the offer, in base64url without padding. An acceptance has it as its claim `offerHash`. */
            offerHash: string;
            /** @description Hash of the entry that the transfer became. The next offer has it as its claim `prevEntryHash`. Absent until the transfer is accepted. */
            entryHash?: string;
            /**
             * Format: date-time
             * @description When the asset was offered.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the transfer expires if it is not accepted.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When the transfer was accepted, declined or cancelled. Absent otherwise.
             */
            endTime?: string;
            /** @description Countersignature of the service over the entry that the transfer became: a compact JWS (ES256, `typ` `pda-receipt+jwt`) by a key of GetVerificationKeys. Its claims are `kind` (`ownership`), `assetId`, `seq`, `prevEntryHash`, `entryHash`, `offerHash` and `acceptanceHash`. It names nobody. Absent until the transfer is accepted. */
            receipt?: string;
        };
        /** @description Envelope of an answer with `OwnershipTransfer`. */
        OwnershipTransferAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["OwnershipTransfer"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A payment that a merchant requested, and its result. */
        Payment: {
            /** @description Identifier of the payment, `pay_…`. */
            paymentId: string;
            /** @description The merchant to be paid. */
            merchantId: string;
            /** @description Amount to pay, in whole units of the asset type: a decimal without trailing zeros, such as "12.5". */
            amount: string;
            /** @description Code of the asset type, e.g. `USDX`. */
            assetType: string;
            /** @description Status of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description Why the payment failed. Absent unless the status is `failed`. */
            failureReason?: components["schemas"]["PaymentFailureReason"];
            /** @description Payment reference (ISO 11649). Absent until a reference is generated. */
            reference?: string;
            /** @description Transaction that paid the payment, `txn_…`. A refund names it as its original transaction. Absent until the payment is completed. */
            transactionId?: string;
            /** @description Sum of the completed refunds of the payment, in whole units of the asset type. */
            refundedAmount: string;
            /**
             * Format: date-time
             * @description When the payment was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the payment expires if it is not paid. Default: 15 minutes after its creation.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When the payment reached its terminal status. For an expired payment, its expiry time. Absent while the payment is pending.
             */
            endTime?: string;
            /** @description Purpose of the payment, as the payer reads it. Absent when the request had none. */
            description?: string;
            /** @description The merchant's own reference, e.g. an order number. Wallets do not see it. Absent when the request had none. */
            orderReference?: string;
            /** @description The merchant's own data. Wallets do not see it. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Version of the payment, for `If-Match`. Each change raises it by one.
             */
            version: number;
            /** @description Terminal of the merchant that requested the payment. Wallets do not see it. Absent when the API key of the request belongs to no terminal. */
            deviceId?: string;
        };
        /** @description Envelope of an answer with `Payment`. */
        PaymentAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Payment"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Why a payment failed.
         *
         *     - `EXPIRED`: The payment was not paid before its expiry time. Every read shows this status from that time on.
         *     - `DECLINED`: The holder of a wallet that looked up the payment declined it.
         *     - `INSUFFICIENT_FUNDS`: The wallet presented at a terminal had a balance below the amount. Nothing was moved.
         *
         *     The list may grow. A value that you do not know: treat the payment as failed, whatever the reason.
         * @enum {string}
         */
        PaymentFailureReason: "EXPIRED" | "DECLINED" | "INSUFFICIENT_FUNDS" | (string & {});
        /** @description Response of ListPayments. */
        PaymentList: {
            /** @description The payments of this page. */
            items: components["schemas"]["Payment"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PaymentList`. */
        PaymentListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PaymentList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Public view of a payment, for whoever has its payment reference: no payer, no metadata, no reference of the merchant's own. */
        PaymentPage: {
            /** @description Payment reference (ISO 11649). */
            reference: string;
            /** @description The payment, for questions to the merchant. */
            paymentId: string;
            /** @description Name of the merchant that is paid, for people. */
            merchantName: string;
            /** @description Amount to pay, in whole units of the asset type: a decimal without trailing zeros, such as "12.5". */
            amount: string;
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Purpose of the payment, in the merchant's words. Absent when the merchant gave none. */
            description?: string;
            /** @description Status of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description Why the payment failed. Absent unless the status is `failed`. */
            failureReason?: components["schemas"]["PaymentFailureReason"];
            /** @description Sum that was refunded, in whole units of the asset type. "0" without refunds. */
            refundedAmount: string;
            /**
             * Format: date-time
             * @description When the merchant requested the payment.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the payment expires if it is not paid.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When the payment was completed, failed, or was cancelled. Absent while the payment is pending.
             */
            endTime?: string;
            /**
             * Format: int32
             * @description Version of the payment. A page need only be shown again when this number has changed.
             */
            version: number;
        };
        /** @description Envelope of an answer with `PaymentPage`. */
        PaymentPageAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PaymentPage"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Presentation of a consumer at a terminal: a wallet, and the agreement to pay this amount of this asset type to this merchant.
         *
         *     Exactly one of `holder`, `device`.
         */
        PaymentPresentation: {
            /** @description The wallet that pays. */
            walletId: string;
            /** @description Signature of the wallet's holder, e.g. by a telephone. */
            holder?: components["schemas"]["HolderPresentation"];
            /** @description Signature of the device in an asset that the wallet owns, e.g. a card. */
            device?: components["schemas"]["DevicePresentation"];
        };
        /** @description Forms in which a merchant shows a payment to wallets: the same reference as text, link, NFC record and picture. */
        PaymentReference: {
            /** @description The payment. */
            paymentId: string;
            /** @description ISO 11649 creditor reference: `RF`, two check digits, and up to 21 characters. */
            reference: string;
            /** @description https URI that contains the reference. */
            uri: string;
            /** @description NDEF message with one URI record (NFC Forum URI RTD) of the URI. */
            ndef: string;
            /** @description QR code of the URI as an SVG document. */
            qrSvg: string;
            /**
             * Format: date-time
             * @description When the payment expires.
             */
            expireTime: string;
            /**
             * Format: int32
             * @description Version of the payment that has the reference, for `If-Match`.
             */
            version: number;
        };
        /** @description Envelope of an answer with `PaymentReference`. */
        PaymentReferenceAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PaymentReference"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A payment, as the paying wallet sees it: what the holder agrees to by signing. */
        PaymentRequest: {
            /** @description The payment. */
            paymentId: string;
            /** @description The merchant that is paid. */
            merchantId: string;
            /** @description Name of the merchant that is paid, for people. */
            merchantName: string;
            /** @description Amount to pay, in whole units of the asset type: a decimal without trailing zeros, such as "12.5". */
            amount: string;
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Status of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description Payment reference (ISO 11649). */
            reference: string;
            /** @description Value for the claim `nonce` of the authorisation. */
            nonce: string;
            /** @description Value for the claim `aud` of the authorisation. */
            audience: string;
            /** @description Transaction that paid the payment. Present only when the payment is completed, for the wallet that paid. */
            transactionId?: string;
            /**
             * Format: date-time
             * @description When the payment expires if it is not paid.
             */
            expireTime: string;
            /** @description Purpose of the payment, in the merchant's words. Absent when the merchant gave none. */
            description?: string;
            /** @description Why the payment failed. Absent unless the status is `failed`. */
            failureReason?: components["schemas"]["PaymentFailureReason"];
        };
        /** @description Envelope of an answer with `PaymentRequest`. */
        PaymentRequestAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PaymentRequest"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a payment.
         *
         *     - `pending`: The payment waits for a wallet. If a wallet authorises it → completed. If the merchant cancels it → cancelled. If it expires or a holder declines it → failed.
         *     - `completed`: The payment is paid: the amount moved from the wallet to the merchant. Terminal.
         *     - `failed`: The payment was not paid. `failureReason` gives the reason. Terminal.
         *     - `cancelled`: The merchant cancelled the payment before it was paid. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final: hand nothing over, and read the payment again later.
         * @enum {string}
         */
        PaymentStatus: "pending" | "completed" | "failed" | "cancelled" | (string & {});
        /** @description A process of a tier, as its last report shows it. */
        Process: {
            /** @description Identifier of the process. A process that starts again has another identifier. */
            processId: string;
            /** @description Tier that the process belongs to. */
            tier: components["schemas"]["ProcessTier"];
            /** @description Tells whether the process still reports itself. */
            processState: components["schemas"]["ProcessState"];
            /** @description Version that the process runs (Semantic Versioning 2.0.0), e.g. `1.4.0`. Versions differ during an upgrade. */
            version: string;
            /** @description Commit that the release was built from: 40 hexadecimal digits. Absent when the process does not run from a release. */
            buildCommit?: string;
            /** @description Name of the machine or of the container that the process runs on. */
            host: string;
            /**
             * Format: date-time
             * @description When the process started, by the clock of its machine.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When the process last reported itself, in real time.
             */
            reportTime: string;
            /**
             * Format: date-time
             * @description When the certificate expires by which other tiers know the process.
             */
            certificateExpireTime: string;
        };
        /**
         * @description State of a process.
         *
         *     - `running`: The process reported itself within the last 60 seconds. → silent.
         *     - `silent`: The last report is older than 60 seconds: the process was killed, hangs or cannot reach the database. → running.
         *
         *     The list may grow. A value that you do not know: treat the process as one that does not run.
         * @enum {string}
         */
        ProcessState: "running" | "silent" | (string & {});
        /**
         * @description Tier of a process.
         *
         *     - `gateway`: Serves the public HTTPS interface.
         *     - `core`: Serves all services over gRPC.
         *     - `worker`: Settles, expires payments and delivers events.
         *
         *     The list may grow. A value that you do not know: show it by its name.
         * @enum {string}
         */
        ProcessTier: "gateway" | "core" | "worker" | (string & {});
        /** @description Response of ListProcesses. */
        ProcesseList: {
            /** @description The processes of this page. */
            items: components["schemas"]["Process"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `ProcesseList`. */
        ProcesseListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["ProcesseList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A registered public key. A caller that has its private key signs a JWT for each request, in place of an API key. */
        PublicKey: {
            /** @description Identifier of the key, `pky_…`: `kid`, `iss` and `sub` of its JWTs. */
            publicKeyId: string;
            /** @description The merchant that the key acts for. Absent when the key belongs to a publisher or the operator. */
            merchantId?: string;
            /** @description The publisher that the key acts for. Absent when the key belongs to a merchant or the operator. */
            publisherId?: string;
            /** @description Purpose of the key. */
            name: string;
            /** @description Scopes that the key holds. */
            scopes: string[];
            /** @description Status of the key. */
            status: components["schemas"]["PublicKeyStatus"];
            /** @description The public key: SubjectPublicKeyInfo in PEM (RFC 7468). */
            publicKey: string;
            /** @description The only algorithm that the key signs with (RFC 7518), by its type: `ES256` with P-256, `EdDSA` with Ed25519, `PS256` with RSA. */
            algorithm: string;
            /**
             * Format: date-time
             * @description When the key was registered.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the key was revoked. Absent unless it was revoked.
             */
            revokeTime?: string;
            /** @description Terminal of the merchant that the key belongs to. The key is refused while the terminal is suspended. Absent when the key belongs to no terminal. */
            deviceId?: string;
            /**
             * Format: date-time
             * @description When the key expires. Absent when the key does not expire.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When a JWT of the key was last accepted, exact to about a minute. Absent when the key was never used.
             */
            lastUseTime?: string;
            /** @description Network address from which the key was last used, exact to about a minute, e.g. `203.0.113.7`. Absent when the key was never used. */
            lastUseAddress?: string;
            /** @description The key that this key replaced. Absent when this key replaced none. */
            replacesPublicKeyId?: string;
            /** @description The key that replaced this key. Absent when no key has replaced it. */
            replacedByPublicKeyId?: string;
            /** @description Networks from which the key may be used, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Empty when the key may be used from everywhere. */
            allowedNetworks: string[];
            /** @description Role of the key. Its scopes are those that the role has now. Absent when the key was made with scopes. */
            role?: string;
            /** @description Requests with the key that must be signed. The owner or the deployment may require more. */
            requestSigning: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `PublicKey`. */
        PublicKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublicKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a public key.
         *
         *     - `active`: JWTs of the key are accepted. → revoked or expired.
         *     - `revoked`: JWTs of the key are refused everywhere within five seconds after its revocation. Terminal.
         *     - `expired`: The expiry time of the key has passed, and JWTs of the key are refused. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the key as one that does not work.
         * @enum {string}
         */
        PublicKeyStatus: "active" | "revoked" | "expired" | (string & {});
        /** @description An organisation that issues assets. */
        Publisher: {
            /** @description Identifier of the publisher, `pub_…`. */
            publisherId: string;
            /** @description Name of the publisher, for people: the organisation in its certificates. */
            name: string;
            /** @description Status of the publisher. */
            status: components["schemas"]["PublisherStatus"];
            /**
             * Format: date-time
             * @description When the publisher was registered.
             */
            createTime: string;
            /**
             * Format: int32
             * @description Version of the publisher. Each change raises it.
             */
            version: number;
        };
        /**
         * @description A certificate of a publisher's key for calls to this service. It can certify nothing: a publisher's CA certificate is another resource.
         *
         *     The certificate says, under the trust root of this service, whose key it is: subjectAltName URI `https://<asset domain>/p/<publisher id>`. A TLS client of this service with the certificate acts for the publisher, with the certificate's scopes.
         */
        PublisherAccessCertificate: {
            /** @description Identifier of the certificate, `crt_…`. */
            certificateId: string;
            /** @description The publisher that the certificate belongs to. */
            publisherId: string;
            /** @description Serial number in hexadecimal. */
            serialNumber: string;
            /** @description The certificate in PEM. */
            certificate: string;
            /** @description The certificate and its issuers up to the root, in PEM, leaf first. */
            certificateChain: string;
            /** @description Scopes of the TLS client that shows the certificate to this service. Empty when the certificate gives no rights here. */
            scopes: string[];
            /** @description Status of the certificate. */
            status: components["schemas"]["CertificateStatus"];
            /**
             * Format: date-time
             * @description Start of the validity.
             */
            notBeforeTime: string;
            /**
             * Format: date-time
             * @description End of the validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When the certificate was issued.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the certificate was revoked, in real time. Absent while the certificate is active.
             */
            revokeTime?: string;
            /** @description Why the certificate was revoked. Absent while the certificate is active, and when no reason was given. */
            revocationReason?: components["schemas"]["CertificateRevocationReason"];
            /** @description Role of the certificate. Its scopes are those that the role has now. Absent when the certificate was made with scopes. */
            role?: string;
            /** @description Limits of the use of the certificate besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `PublisherAccessCertificate`. */
        PublisherAccessCertificateAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherAccessCertificate"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListPublisherAccessCertificates. */
        PublisherAccessCertificateList: {
            /** @description The items of this page. */
            items: components["schemas"]["PublisherAccessCertificate"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherAccessCertificateList`. */
        PublisherAccessCertificateListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherAccessCertificateList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Envelope of an answer with `Publisher`. */
        PublisherAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Publisher"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description An API key of a publisher. The secret is returned once, when the key is created. */
        PublisherApiKey: {
            /** @description Identifier of the key, `key_…`: the visible part of the key. */
            apiKeyId: string;
            /** @description The publisher that the key acts for. */
            publisherId: string;
            /** @description Purpose of the key. */
            name: string;
            /** @description Scopes that the key holds. */
            scopes: string[];
            /** @description Status of the key. */
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the key was revoked. Absent unless it was revoked.
             */
            revokeTime?: string;
            /**
             * Format: date-time
             * @description When the key expires. Absent when the key does not expire.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When the key was last used, exact to about a minute. Absent when the key was never used.
             */
            lastUseTime?: string;
            /** @description The key that this key replaced. Absent when this key replaced none. */
            replacesApiKeyId?: string;
            /** @description The key that replaced this key. Absent when no key has replaced it. */
            replacedByApiKeyId?: string;
            /** @description Networks from which the key may be used, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Empty when the key may be used from everywhere. */
            allowedNetworks: string[];
            /** @description Network address from which the key was last used, exact to about a minute, e.g. `203.0.113.7`. Absent when the key was never used. */
            lastUseAddress?: string;
            /** @description Role of the key. Its scopes are those that the role has now. Absent when the key was made with scopes. */
            role?: string;
            /** @description Requests with the key that must be signed. The owner or the deployment may require more. */
            requestSigning: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. Absent when it has none. */
            limits?: components["schemas"]["CredentialLimits"];
        };
        /** @description Envelope of an answer with `PublisherApiKey`. */
        PublisherApiKeyAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherApiKey"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListPublisherApiKeys. */
        PublisherApiKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["PublisherApiKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherApiKeyList`. */
        PublisherApiKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherApiKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Balance of a publisher in one asset type. */
        PublisherBalance: {
            /** @description Code of the asset type. */
            assetType: string;
            /** @description Issued and not taken back: what the publisher owes to wallets and merchants together, as a decimal in whole units. */
            outstanding: string;
        };
        /** @description Response of ListPublisherBalances. */
        PublisherBalanceList: {
            /** @description The balances of this page. */
            items: components["schemas"]["PublisherBalance"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherBalanceList`. */
        PublisherBalanceListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherBalanceList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A publisher's CA certificate, constrained to the publisher's own name. */
        PublisherCertificate: {
            /** @description Identifier of the certificate, `crt_…`. */
            certificateId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description Serial number in hexadecimal. */
            serialNumber: string;
            /** @description The certificate in PEM. */
            certificate: string;
            /** @description The certificate and its issuers up to the root, in PEM, leaf first. */
            certificateChain: string;
            /** @description Status of the certificate. */
            status: components["schemas"]["CertificateStatus"];
            /**
             * Format: date-time
             * @description Start of the validity.
             */
            notBeforeTime: string;
            /**
             * Format: date-time
             * @description End of the validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When the certificate was issued.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the certificate was revoked, in real time. Absent while the certificate is active.
             */
            revokeTime?: string;
            /** @description Why the certificate was revoked. Absent while the certificate is active, and when no reason was given. */
            revocationReason?: components["schemas"]["CertificateRevocationReason"];
        };
        /** @description Envelope of an answer with `PublisherCertificate`. */
        PublisherCertificateAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherCertificate"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListPublisherCertificates. */
        PublisherCertificateList: {
            /** @description The certificates of this page. */
            items: components["schemas"]["PublisherCertificate"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherCertificateList`. */
        PublisherCertificateListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherCertificateList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListPublishers. */
        PublisherList: {
            /** @description The publishers of this page. */
            items: components["schemas"]["Publisher"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherList`. */
        PublisherListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListPublisherPublicKeys. */
        PublisherPublicKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["PublicKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `PublisherPublicKeyList`. */
        PublisherPublicKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherPublicKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a publisher.
         *
         *     - `active`: The publisher can issue, and its assets can be trusted. → suspended.
         *     - `suspended`: The publisher cannot issue, and its assets are not trusted. → active.
         *
         *     The list may grow. A value that you do not know: treat the publisher as not active.
         * @enum {string}
         */
        PublisherStatus: "active" | "suspended" | (string & {});
        /** @description Verdict on a publisher: whether it is registered and active, and has a certificate that leads to the trust root. */
        PublisherVerdict: {
            /** @description The publisher. Absent when the request does not name one and its certificate leads to none. */
            publisherId?: string;
            /** @description Registered name of the publisher. Absent when the publisher is not known. */
            name?: string;
            /** @description True when every check passed. */
            verified: boolean;
            /** @description Result of the verification. `indeterminate` means that the publisher is registered and has no certificate in force. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Every check in order: "publisher_known", "publisher_status", "certificate_algorithms", "certificate_path", "publisher_certificate_registered", "publisher_certificate_revocation". */
            checks: components["schemas"]["Check"][];
            /**
             * Format: date-time
             * @description When the publisher was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `PublisherVerdict`. */
        PublisherVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["PublisherVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Key of a chip without a certificate, e.g. of a signing chip in a collectible: a secp256k1 key with a signature that proves that the chip holds it. The signature is ECDSA with SHA-256 (ES256K, RFC 8812 §3.2) over these bytes, concatenated:
         *
         *     1. `PDA-BIND-v1` in ASCII (11 bytes)
         *     2. the asset's identifier in ASCII, `ast_…` (30 bytes)
         *     3. the SHA-256 of the public key in compressed form, `02` or `03` and x (32 bytes), whichever form `publicKey` has
         *     4. the number of bytes of the serial number (1 byte)
         *     5. the serial number in ASCII (1 to 64 bytes)
         *
         *     `docs/vectors/raw-key.json` has examples for tests of an implementation.
         */
        RawKey: {
            /** @description Public key of the chip: a point of secp256k1 (SEC 1 §2.3.3), compressed (33 bytes) or uncompressed (65 bytes), in hexadecimal or in base64 with padding. */
            publicKey: string;
            /** @description The signature in base64url without padding (86 characters): r and s, each 32 bytes big-endian, concatenated (as in JWS ES256K, not DER, without a recovery number). s must be at most half of the order of the curve. */
            signature: string;
        };
        /** @description A request to replace a key that its holder has lost. */
        Recovery: {
            /** @description Identifier of the recovery, `rcv_…`. */
            recoveryId: string;
            /** @description The wallet. */
            walletId: string;
            /** @description Status of the recovery. */
            status: components["schemas"]["RecoveryStatus"];
            /** @description RFC 7638 thumbprint of the key to be replaced. */
            oldKeyThumbprint: string;
            /** @description RFC 7638 thumbprint of the new key. */
            newKeyThumbprint: string;
            /**
             * Format: date-time
             * @description When the recovery was started.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description Earliest time of completion. Until then only the holder can end the recovery.
             */
            effectiveTime: string;
            /**
             * Format: date-time
             * @description When the recovery expires if it is not completed.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When the recovery was completed, vetoed or replaced. Absent otherwise.
             */
            endTime?: string;
        };
        /** @description Envelope of an answer with `Recovery`. */
        RecoveryAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Recovery"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListRecoveries. */
        RecoveryList: {
            /** @description The recoveries of this page. */
            items: components["schemas"]["Recovery"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `RecoveryList`. */
        RecoveryListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["RecoveryList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a recovery.
         *
         *     - `pending`: The recovery waits for the end of its delay. If the holder's present key vetoes it → vetoed. If it is completed after the delay → completed. If a newer recovery starts → replaced. If nobody completes it in time → expired.
         *     - `completed`: The wallet has the new key. Terminal.
         *     - `vetoed`: The holder vetoed the recovery, or replaced the present key or the recovery key while the recovery was pending. Terminal.
         *     - `replaced`: The recovery key started a newer recovery. Terminal.
         *     - `expired`: Nobody completed the recovery in time. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        RecoveryStatus: "pending" | "completed" | "vetoed" | "replaced" | "expired" | (string & {});
        /** @description Request of RedeemTicket. */
        RedeemTicketRequest: {
            /** @description The ticket. */
            assetId: string;
            /** @description The gate, in the caller's own words: 1 to 64 visible ASCII characters. The receipt has it. */
            gate: string;
            /** @description Group of the gate. Required for a ticket that is for certain groups only. */
            gateGroup?: string;
            /** @description Certificate of the presented device, as in VerifyAuthenticity. Required unless `pass` is given or the proof names the device, as `keySignature` and `sunMessage` do (SVC-4000 otherwise). */
            deviceCertificate?: string;
            /** @description A pass of GetDevicePass. It stands for the certificate that it names, so `deviceCertificate` must be absent (SVC-4000 otherwise). A pass alone proves no more than `static`. */
            pass?: string;
            /** @description Proof that the device is present and not a copy, as in VerifyAuthenticity. A redemption consumes its challenge or the counter of its tag. */
            proof?: components["schemas"]["DeviceProof"];
        };
        /** @description Request of RedeliverEvents. */
        RedeliverEventsRequest: {
            /** @description Events to send, at most 100, of the endpoint's types. */
            eventIds?: string[];
            /**
             * Format: date-time
             * @description Sends the events that happened at this time or later: at most 30 days ago.
             */
            fromTime?: string;
            /**
             * Format: date-time
             * @description Only events that happened before this time, which must be later than `fromTime`. Omit for all events up to now.
             */
            toTime?: string;
            /** @description True to send only events that no attempt has delivered. Only with `fromTime`. */
            missedOnly?: boolean;
            /** @description `nextPageToken` of the call before. Omit in the first call. */
            pageToken?: string;
        };
        /** @description Result of a request to send events again. */
        Redelivery: {
            /**
             * Format: int32
             * @description Number of events that this call sends again.
             */
            scheduledCount: number;
            /** @description Token to go on with: more events are left to look at. Empty when none are. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `Redelivery`. */
        RedeliveryAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Redelivery"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A refund of a completed payment, whole or in part. */
        Refund: {
            /** @description Identifier of the refund, `rfd_…`. */
            refundId: string;
            /** @description Transaction that paid the payment, `txn_…`. */
            originalTransaction: string;
            /** @description The refunded payment. */
            paymentId: string;
            /** @description The merchant that refunds. */
            merchantId: string;
            /** @description Refunded amount, in whole units of the asset type: a decimal such as "12.5". */
            refundAmount: string;
            /** @description Asset type of the payment. */
            assetType: string;
            /** @description Reason for the refund, as the request gave it. */
            reason: string;
            /** @description Status of the refund. */
            status: components["schemas"]["RefundStatus"];
            /** @description Transaction that moved the refund, `txn_…`. Absent until the refund is completed. */
            transactionId?: string;
            /**
             * Format: date-time
             * @description When the refund was requested.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the refund reached its terminal status. Absent while the refund is pending.
             */
            endTime?: string;
            /** @description Settlement that nets the refund against payments, `stl_…`. Absent until such a settlement exists. */
            settlementId?: string;
            /**
             * Format: int32
             * @description Version of the asset type whose refund policy decided on the refund. Absent for refunds from before versions were recorded.
             */
            policyVersion?: number;
        };
        /** @description Envelope of an answer with `Refund`. */
        RefundAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Refund"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Result of a dry run of CreateRefund: whether a refund would be made now. */
        RefundEligibility: {
            /** @description Transaction that would be refunded, `txn_…`. */
            originalTransaction: string;
            /** @description The payment that the transaction paid. */
            paymentId: string;
            /** @description Asset type of the payment. */
            assetType: string;
            /** @description True when a refund of the requested amount would be made. Without an amount in the request: true when a refund of some amount up to `maximumAmount` would be made. */
            allowed: boolean;
            /** @description Highest amount that can be refunded now: what is left of the payment, as far as the merchant's balance covers it. A decimal in whole units; "0" when nothing can be refunded. */
            maximumAmount: string;
            /** @description Every reason against the refund, in the order of the checks of CreateRefund. The first one is the reason that CreateRefund would give. Empty when the refund is allowed. */
            reasons: components["schemas"]["RefundRefusal"][];
            /**
             * Format: int32
             * @description Version of the asset type whose refund policy was applied: the present version.
             */
            policyVersion: number;
            /**
             * Format: date-time
             * @description When the publisher's refund window closes. Absent when the window never closes, and when the payment is not completed.
             */
            windowEndTime?: string;
            /** @description Paid amount, in whole units. */
            paidAmount: string;
            /** @description Amount that is already refunded, in whole units. */
            refundedAmount: string;
            /**
             * Format: date-time
             * @description Time of the dry run, by the service's clock.
             */
            evaluateTime: string;
        };
        /** @description Envelope of an answer with `RefundEligibility`. */
        RefundEligibilityAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["RefundEligibility"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListRefunds. */
        RefundList: {
            /** @description The refunds of this page. */
            items: components["schemas"]["Refund"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `RefundList`. */
        RefundListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["RefundList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Policy for refunds of payments in an asset type. */
        RefundPolicy: {
            /** @description True when payments can be refunded. */
            refundable: boolean;
            /** @description Seconds after a payment in which a refund can be requested: at most ten years. 0 for no limit. */
            windowSeconds: string;
        };
        /** @description Policy for refunds of payments in an asset type. */
        RefundPolicyInput: {
            /** @description True when payments can be refunded. */
            refundable?: boolean;
            /** @description Seconds after a payment in which a refund can be requested: at most ten years. 0 for no limit. */
            windowSeconds?: string;
        };
        /**
         * @description Why a refund is not possible.
         *
         *     - `ORIGINAL_NOT_A_PAYMENT`: The transaction is not that of a completed payment.
         *     - `REFUNDS_NOT_SUPPORTED`: The publisher's policy allows no refunds.
         *     - `REFUND_WINDOW_CLOSED`: The publisher's refund window is closed.
         *     - `ALREADY_REFUNDED`: The whole paid amount is already refunded.
         *     - `REFUND_EXCEEDS_PAID`: The amount exceeds what can still be refunded of the payment.
         *     - `MERCHANT_BALANCE_SHORT`: The merchant's balance does not cover the amount.
         *
         *     The list may grow. A value that you do not know: treat the refund as not eligible, whatever the reason.
         * @enum {string}
         */
        RefundRefusal: "ORIGINAL_NOT_A_PAYMENT" | "REFUNDS_NOT_SUPPORTED" | "REFUND_WINDOW_CLOSED" | "ALREADY_REFUNDED" | "REFUND_EXCEEDS_PAID" | "MERCHANT_BALANCE_SHORT" | (string & {});
        /**
         * @description Status of a refund.
         *
         *     - `pending`: The refund is accepted, and the amount has not moved yet. → completed or failed. At present every refund moves its amount in the transaction that creates it, so no refund is pending or failed: a request is completed or refused.
         *     - `completed`: The amount moved back to the paying wallet. Terminal.
         *     - `failed`: The refund failed, and nothing moved. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        RefundStatus: "pending" | "completed" | "failed" | (string & {});
        /**
         * @description Request of RegisterIdentityIssuer.
         *
         *     Exactly one of `certificateSigningRequest`, `certificate`.
         */
        RegisterIdentityIssuerRequest: {
            /** @description PKCS#10 request (RFC 2986) for the P-256 key: PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest?: string;
            /** @description Certificate that the publisher signed with its CA key: PEM or base64 DER. */
            certificate?: string;
        };
        /** @description Request of RegisterMerchantPublicKey. */
        RegisterMerchantPublicKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, e.g. `payments.write`. The page on authentication lists those that a merchant may hold. At least one, unless `role` is given. */
            scopes?: string[];
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, the identifier of the merchant; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with a JWT of the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. */
            allowedNetworks?: string[];
            /** @description The merchant's terminal that the key belongs to. The key is refused while the terminal is suspended, and revoked when it is removed. Omit for a key of the merchant itself. */
            deviceId?: string;
            /** @description Role of the key, e.g. `cashier`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a merchant or a terminal may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Requests with the key that must be signed (RFC 9421). Omit for a key that leaves this to its owner and the deployment. A key that requires signatures makes only keys that require as much, and its successor requires the same. A JWT signs no request, so a key that requires signatures for all requests accepts no JWT alone. */
            requestSigning?: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of RegisterMerchant. */
        RegisterMerchantRequest: {
            /** @description Name of the merchant, as payers see it: 1 to 120 characters. */
            name: string;
            /** @description Accounts on networks that payments are settled to (CAIP-10), at most one on each network. The settlement of a payment on a network without an account waits. */
            settlementAccounts?: string[];
            /** @description Web site of the merchant: an `https:` address of at most 200 characters. */
            website?: string;
            /** @description Address where payers get help: `https:`, `mailto:` or `tel:`, at most 200 characters. */
            supportUrl?: string;
        };
        /** @description Request of RegisterOperatorPublicKey. */
        RegisterOperatorPublicKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, of those of the contract, e.g. `payments.read`. At least one, unless `role` is given. */
            scopes?: string[];
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, which is "operator"; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with a JWT of the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. */
            allowedNetworks?: string[];
            /** @description Role of the key, e.g. `support`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that the operator may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of RegisterPublisherPublicKey. */
        RegisterPublisherPublicKeyRequest: {
            /** @description Purpose of the key: 1 to 120 characters. */
            name: string;
            /** @description Scopes of the key, e.g. `publishers.issue`. The page on authentication lists those that a publisher may hold. At least one, unless `role` is given. */
            scopes?: string[];
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, the identifier of the publisher; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: date-time
             * @description When the key expires, in the future. Omit for a key that does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the key may be used, at most 20, in CIDR form, e.g. `203.0.113.0/24` or `2001:db8::/32`. Write a single address as `/32` or `/128`. A request with a JWT of the key from elsewhere fails with SVC-4030 and `NETWORK_NOT_ALLOWED`. Omit for a key that may be used from everywhere. */
            allowedNetworks?: string[];
            /** @description Role of the key, e.g. `issuer`: a named set of scopes in place of `scopes`. The page on authentication lists the roles that a publisher may have. The key has the scopes that the role has when the key is used. Omit to give `scopes`. */
            role?: string;
            /** @description Requests with the key that must be signed (RFC 9421). Omit for a key that leaves this to its owner and the deployment. A key that requires signatures makes only keys that require as much, and its successor requires the same. A JWT signs no request, so a key that requires signatures for all requests accepts no JWT alone. */
            requestSigning?: components["schemas"]["RequestSigning"];
            /** @description Limits of the use of the key besides its scopes. A key with limits makes only credentials with the same limits or narrower ones. Omit for a key without limits. */
            limits?: components["schemas"]["CredentialLimitsInput"];
        };
        /** @description Request of RegisterPublisher. */
        RegisterPublisherRequest: {
            /** @description Name of the publisher, for people: 1 to 64 characters. Certificates have it as organisation. */
            name: string;
        };
        /** @description Request of RequestSettlementAccountChange. */
        RequestSettlementAccountChangeRequest: {
            /** @description The network of the account (CAIP-2). */
            network: string;
            /** @description The new account (CAIP-10), on the network in `network`. Omit to remove the account: settlements on this network then wait. */
            settlementAccount?: string;
        };
        /**
         * @description Requests that must be signed (RFC 9421).
         *
         *     - `optional`: Requests may be signed.
         *     - `sensitive_required`: Requests of operations that move money or change credentials must be signed.
         *     - `required`: All requests must be signed.
         *
         *     The list may grow. A value that you do not know: sign every request.
         * @enum {string}
         */
        RequestSigning: "optional" | "sensitive_required" | "required" | (string & {});
        /** @description Request of ResumeAsset. */
        ResumeAssetRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of ResumeMerchant. */
        ResumeMerchantRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of ResumePublisher. */
        ResumePublisherRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RetireAsset. */
        RetireAssetRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description The revoked certificates of one issuer (RFC 5280 §5). */
        RevocationList: {
            /** @description Identifier of the list: `root-…` for the trust root, or `crt_…` for the certificate of a publisher CA. */
            revocationListId: string;
            /** @description The complete list in DER, signed by the issuer. */
            revocationList: string;
            /** @description Tag of the content. The tag changes when the list changes. */
            entityTag: string;
            /**
             * Format: date-time
             * @description When the list was signed (thisUpdate of RFC 5280).
             */
            updateTime: string;
            /**
             * Format: date-time
             * @description Latest time of the next list (nextUpdate of RFC 5280).
             */
            nextUpdateTime: string;
        };
        /** @description Envelope of an answer with `RevocationList`. */
        RevocationListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["RevocationList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Revocation status (RFC 6960 §2.2).
         *
         *     - `good`: The registry knows everything in the request, and nothing of it is revoked.
         *     - `revoked`: Something in the request is revoked. A revocation is final.
         *     - `unknown`: The registry does not know something in the request.
         *
         *     The list may grow. A value that you do not know: treat it as revoked.
         * @enum {string}
         */
        RevocationStatus: "good" | "revoked" | "unknown" | (string & {});
        /** @description Verdict on the revocation of an asset, of a device certificate, or of both. */
        RevocationVerdict: {
            /** @description The asset that was verified. Absent when the request names none. */
            assetId?: string;
            /** @description Revocation status of the asset and the certificate in the request. */
            revocationStatus: components["schemas"]["RevocationStatus"];
            /** @description `passed` when the status is `good`, otherwise `failed`. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Every check in order: "asset_revocation", "device_certificate_revocation", "publisher_certificate_revocation". */
            checks: components["schemas"]["Check"][];
            /** @description Entries of the asset, its device and its publisher in status lists. Empty unless the request has the certificate that is bound to the asset. */
            statusLists: components["schemas"]["StatusReference"][];
            /**
             * Format: date-time
             * @description When the revocation was verified.
             */
            evaluateTime: string;
            /**
             * Format: date-time
             * @description Until when the answer can be relied on.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `RevocationVerdict`. */
        RevocationVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["RevocationVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of RevokeAsset. */
        RevokeAssetRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RevokeDevice. */
        RevokeDeviceRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RevokeMerchantCertificate. */
        RevokeMerchantCertificateRequest: {
            /** @description Why the certificate is revoked. Omit to give no reason. */
            reason?: components["schemas"]["MerchantCertificateRevocationReason"];
        };
        /** @description Request of RevokeMerchantDelegation. */
        RevokeMerchantDelegationRequest: {
            /** @description Claim `jti` of the delegation: 1 to 64 visible ASCII characters. */
            delegationId: string;
        };
        /** @description Request of RevokeOperatorDelegation. */
        RevokeOperatorDelegationRequest: {
            /** @description Claim `jti` of the delegation: 1 to 64 visible ASCII characters. */
            delegationId: string;
        };
        /** @description Request of RevokePublisherAccessCertificate. */
        RevokePublisherAccessCertificateRequest: {
            /**
             * @description Why the certificate is revoked; `CA_COMPROMISE` is no reason here. Omit to give no reason.
             * @enum {string}
             */
            reason?: "KEY_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
        };
        /** @description Request of RevokePublisherCertificate. */
        RevokePublisherCertificateRequest: {
            /** @description Why the certificate is revoked. Omit to give no reason. */
            reason?: components["schemas"]["CertificateRevocationReason"];
        };
        /** @description Request of RevokePublisherDelegation. */
        RevokePublisherDelegationRequest: {
            /** @description Claim `jti` of the delegation: 1 to 64 visible ASCII characters. */
            delegationId: string;
        };
        /** @description Request of RotateApiKey. */
        RotateApiKeyRequest: {
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of CreateApiKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotateMerchantPublicKey. */
        RotateMerchantPublicKeyRequest: {
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, the identifier of the merchant; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of RegisterMerchantPublicKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotateOperatorApiKey. */
        RotateOperatorApiKeyRequest: {
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of CreateOperatorApiKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotateOperatorPublicKey. */
        RotateOperatorPublicKeyRequest: {
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, which is "operator"; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of RegisterOperatorPublicKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotatePublisherApiKey. */
        RotatePublisherApiKeyRequest: {
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of CreatePublisherApiKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotatePublisherPublicKey. */
        RotatePublisherPublicKeyRequest: {
            /** @description The public key: SubjectPublicKeyInfo in PEM (`-----BEGIN PUBLIC KEY-----`, RFC 7468). Of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits. At most 2,048 characters. */
            publicKey: string;
            /** @description Proof that the caller has the private key: a compact JWS signed with it, at most 2,048 characters. Its header is `alg`, which is `ES256`, `EdDSA` or `PS256` by the type of the key, and `typ`, which is "pda-key-proof+jwt". Its claims are `aud`, the address of this service as in `aud` of its own signatures; `sub`, the identifier of the publisher; `iat`; `exp`, at most 300 s after `iat`. */
            proof: string;
            /**
             * Format: int32
             * @description Seconds for which the old key is still accepted: 0 to 2,592,000 (30 days). Default 86,400 (a day). With 0 the old key expires at once, and is refused everywhere within five seconds.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, in the future. Omit to give the new key the lifetime of the old one, or none if the old key does not expire.
             */
            expireTime?: string;
            /** @description Networks from which the new key may be used, in the form of RegisterPublisherPublicKey. Omit, or leave empty, to give the new key the networks of the old one. `0.0.0.0/0` with `::/0` lifts a limit. */
            allowedNetworks?: string[];
        };
        /** @description Request of RotateWalletKey. */
        RotateWalletKeyRequest: {
            /** @description The new public key. */
            holderKey: components["schemas"]["HolderKeyInput"];
            /** @description Compact JWS of the old key, at most 4 KiB. */
            authorization: string;
            /** @description Compact JWS of the new key, at most 4 KiB. */
            proof: string;
        };
        /** @description Request of RotateWebhookSecret. */
        RotateWebhookSecretRequest: {
            /**
             * Format: int32
             * @description Seconds for which requests are also signed with the old secret: 0 to 604,800 (7 days). Default 86,400 (a day).
             */
            overlapSeconds?: number;
            /** @description Secret to sign requests with, e.g. of an endpoint that moves to this service: `whsec_` and base64 of 24 to 64 bytes. Omit to get a random one. A secret that the endpoint has already is refused. */
            secret?: string;
        };
        /** @description State of the sandbox. */
        Sandbox: {
            /**
             * Format: date-time
             * @description Current time of the sandbox clock.
             */
            clockTime: string;
            /** @description Seconds by which the sandbox clock is ahead of real time. */
            clockOffsetSeconds: string;
            /** @description Networks that the service serves (CAIP-2). */
            networks: string[];
            /** @description Assets on the networks that a new asset type can be bound to (CAIP-19). */
            networkAssets: string[];
        };
        /** @description Envelope of an answer with `Sandbox`. */
        SandboxAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Sandbox"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of SendTestEvent. */
        SendTestEventRequest: {
            /** @description Type of the event, one of the endpoint's types. Omit for the first of these in alphabetical order. */
            eventType?: string;
        };
        /** @description Version, environment and clock of the service. */
        ServerInfo: {
            /** @description Version of the service (Semantic Versioning 2.0.0), e.g. `1.4.0`. The contract has the same version. */
            version: string;
            /** @description Major versions of the interface that the service serves, oldest first, e.g. `v1`. */
            apiVersions: string[];
            /** @description Tells whether the service moves real value. */
            environment: components["schemas"]["Environment"];
            /** @description Commit that the release was built from: 40 hexadecimal digits. Absent when the service does not run from a release. */
            buildCommit?: string;
            /**
             * Format: date-time
             * @description Real time of the service. In a sandbox, GetSandbox returns the sandbox clock, which can be ahead.
             */
            serverTime: string;
        };
        /** @description Envelope of an answer with `ServerInfo`. */
        ServerInfoAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["ServerInfo"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Request of SetRecoveryKey. */
        SetRecoveryKeyRequest: {
            /** @description Public key that may start a recovery. Must never have been a holder's key of the wallet. */
            recoveryKey: components["schemas"]["HolderKeyInput"];
            /** @description Compact JWS of the holder, at most 4 KiB. */
            authorization: string;
        };
        /** @description A payout of completed payments to a merchant's account on a network. */
        Settlement: {
            /** @description Identifier of the settlement, `stl_…`. */
            settlementId: string;
            /** @description The merchant that is paid out. */
            merchantId: string;
            /** @description Status of the settlement. */
            settlementStatus: components["schemas"]["SettlementStatus"];
            /** @description The network's reference of the transfer, opaque. Absent until the transfer is prepared. */
            blockchainReference?: string;
            /**
             * Format: int64
             * @description Number of confirmations by the network. 0 before inclusion.
             */
            confirmationCount: number;
            /** @description The network (CAIP-2). */
            network: string;
            /** @description The merchant's account on the network (CAIP-10). */
            account: string;
            /** @description Code of the settled asset type. */
            assetType: string;
            /** @description Transferred amount, payments less refunds, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /** @description The oldest 100 of the settled payments. ListSettlementItems lists all of them. */
            paymentIds: string[];
            /**
             * Format: date-time
             * @description When the settlement was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the settlement became final. Absent until then.
             */
            finalizeTime?: string;
            /**
             * Format: int64
             * @description Number of confirmations that the settlement needs to be final, which depends on its amount. The network must also consider the transfer final.
             */
            confirmationsRequired: number;
            /**
             * Format: int64
             * @description Number of settled payments.
             */
            paymentCount: number;
            /**
             * Format: int64
             * @description Number of refunds that are netted against the payments.
             */
            refundCount: number;
            /** @description Transaction that took the amount from the merchant's balance: of kind settlement. */
            transactionId: string;
            /** @description Transaction by which the settlement became final: of kind payout. Absent until then, and absent when refunds took the whole amount. */
            payoutTransactionId?: string;
        };
        /** @description A change of the account on one network that a merchant's payments are settled to. */
        SettlementAccountChange: {
            /** @description Identifier of the change, `sac_…`. */
            changeId: string;
            /** @description The merchant whose account changes. */
            merchantId: string;
            /** @description The network of the account (CAIP-2). */
            network: string;
            /** @description The new account (CAIP-10). Absent when the change removes the account on this network. */
            settlementAccount?: string;
            /** @description Status of the change. */
            status: components["schemas"]["SettlementAccountChangeStatus"];
            /**
             * Format: date-time
             * @description When the change was requested.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the change comes into force. Settlements that are opened from this time on go to the new account.
             */
            effectiveTime: string;
            /**
             * Format: date-time
             * @description When the change was cancelled. Absent unless it was cancelled.
             */
            cancelTime?: string;
            /** @description Credential that requested the change. Absent for the accounts that the merchant was registered with. */
            requestedBy?: string;
        };
        /** @description Envelope of an answer with `SettlementAccountChange`. */
        SettlementAccountChangeAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["SettlementAccountChange"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListSettlementAccountChanges. */
        SettlementAccountChangeList: {
            /** @description The items of this page. */
            items: components["schemas"]["SettlementAccountChange"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `SettlementAccountChangeList`. */
        SettlementAccountChangeListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["SettlementAccountChangeList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a change of a settlement account.
         *
         *     - `pending`: The change is requested. At its effective time → effective. If the merchant or the operator cancels it earlier → cancelled.
         *     - `effective`: The change came into force at its effective time. Terminal.
         *     - `cancelled`: The change was cancelled before its effective time and never came into force. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        SettlementAccountChangeStatus: "pending" | "effective" | "cancelled" | (string & {});
        /** @description Envelope of an answer with `Settlement`. */
        SettlementAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Settlement"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A payment or refund of a settlement. Payments less refunds are exactly the amount of the settlement. */
        SettlementItem: {
            /** @description Kind of the item. */
            kind: components["schemas"]["SettlementItemKind"];
            /** @description The payment, or the payment that was refunded. */
            paymentId: string;
            /** @description The refund. Absent for a payment. */
            refundId?: string;
            /** @description Transaction of the payment or of the refund. */
            transactionId: string;
            /** @description Amount of the payment or refund, above zero, in whole units of the asset type. */
            amount: string;
            /**
             * Format: date-time
             * @description When the payment or refund was completed.
             */
            completeTime: string;
        };
        /**
         * @description Kind of an item of a settlement.
         *
         *     - `payment`: A payment, whose amount is added.
         *     - `refund`: A refund, whose amount is subtracted.
         *
         *     The list may grow. A value that you do not know: count its amount, and show it as another item.
         * @enum {string}
         */
        SettlementItemKind: "payment" | "refund" | (string & {});
        /** @description Response of ListSettlementItems. */
        SettlementItemList: {
            /** @description The items of this page. */
            items: components["schemas"]["SettlementItem"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `SettlementItemList`. */
        SettlementItemListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["SettlementItemList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListSettlements. */
        SettlementList: {
            /** @description The settlements of this page. */
            items: components["schemas"]["Settlement"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `SettlementList`. */
        SettlementListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["SettlementList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a settlement.
         *
         *     - `pending`: The transfer waits to be sent, or is sent and not yet included by the network. → confirmed.
         *     - `confirmed`: The network included the transfer, which is not yet final. → finalized, or reverted by a reorganisation.
         *     - `finalized`: The transfer is final on the network. Terminal.
         *     - `reverted`: A reorganisation of the network took the transfer back. The service sends it again, and never pays twice. → pending.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        SettlementStatus: "pending" | "confirmed" | "finalized" | "reverted" | (string & {});
        /** @description Request of StartRecovery. */
        StartRecoveryRequest: {
            /** @description The new public key. */
            holderKey: components["schemas"]["HolderKeyInput"];
            /** @description Compact JWS of the recovery key, at most 4 KiB. */
            authorization: string;
            /** @description Compact JWS of the new key, at most 4 KiB. */
            proof: string;
        };
        /** @description Statement of one account over a closed period. Opening balance plus entries is the closing balance, for the period and for each page. Amounts are decimals in whole units of the asset type. */
        Statement: {
            /** @description Identifier of the account, `acc_…`. A merchant has one account for each kind and asset type, whose identifier never changes. */
            accountId: string;
            /** @description The merchant. */
            merchantId: string;
            /** @description Kind of the account. */
            account: components["schemas"]["AccountKind"];
            /** @description Code of the asset type. */
            assetType: string;
            /**
             * Format: date-time
             * @description Start of the period, inclusive.
             */
            fromTime: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive.
             */
            toTime: string;
            /** @description Balance at the start of the period. */
            openingBalance: string;
            /** @description Sum of all credits of the period. */
            credits: string;
            /** @description Sum of all debits of the period. */
            debits: string;
            /** @description Number of entries of the period. */
            entryCount: string;
            /** @description Balance at the end of the period: opening balance plus credits less debits. */
            closingBalance: string;
            /** @description Balance before the first entry of this page. */
            pageOpeningBalance: string;
            /** @description Balance after the last entry of this page. */
            pageClosingBalance: string;
            /** @description The entries of this page, oldest first. */
            items: components["schemas"]["StatementEntry"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `Statement`. */
        StatementAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Statement"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A page of a statement as a file for other software. */
        StatementDocument: {
            /** @description The file. */
            document: string;
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `StatementDocument`. */
        StatementDocumentAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["StatementDocument"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description One entry of a statement. */
        StatementEntry: {
            /** @description The transaction of the entry. */
            transactionId: string;
            /** @description Kind of the transaction. */
            kind: components["schemas"]["TransactionKind"];
            /**
             * Format: date-time
             * @description When the amount moved.
             */
            createTime: string;
            /** @description Direction of the entry. */
            direction: components["schemas"]["EntryDirection"];
            /** @description Amount above zero, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /** @description Balance of the account after the entry, in whole units. */
            balance: string;
            /** @description Kind of the account on the other side. */
            counterAccount: components["schemas"]["AccountKind"];
            /** @description The payment. Absent when the transaction is about none. */
            paymentId?: string;
            /** @description The refund. Absent when the transaction is about none. */
            refundId?: string;
            /** @description The settlement. Absent when the transaction is about none. */
            settlementId?: string;
            /** @description Payment reference (ISO 11649) of the payment. Absent when the payment has none. */
            paymentReference?: string;
            /** @description The merchant's own reference of the payment. Absent when the payment has none. */
            orderReference?: string;
        };
        /** @description The status of 131,072 assets, devices or publishers in one signed list (IETF Token Status List, draft-ietf-oauth-status-list). */
        StatusList: {
            /** @description Identifier of the list, e.g. `assets-0`. */
            listId: string;
            /** @description Address of the list, as receipts and passes give it. */
            uri: string;
            /** @description The list: a compact JWS with `typ` `statuslist+jwt` and the claims `sub`, `iat`, `exp`, `ttl` and "status_list" (`bits` and `lst`). An entry has two bits: 0 is valid, 1 is invalid (revoked, retired), 2 is suspended (also: issued and not yet activated). */
            token: string;
            /**
             * Format: int32
             * @description Seconds that a verifier with a network may use the list before it reads the list again.
             */
            timeToLiveSeconds: number;
            /** @description Tag of the content. The tag changes when an entry changes or the list is renewed. */
            entityTag: string;
            /**
             * Format: date-time
             * @description When the list was signed.
             */
            issueTime: string;
            /**
             * Format: date-time
             * @description End of the list's validity. No verifier may use the list from this time on, with or without a network.
             */
            expireTime: string;
        };
        /** @description Envelope of an answer with `StatusList`. */
        StatusListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["StatusList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Reference to an entry of a status list (IETF Token Status List). */
        StatusReference: {
            /** @description Subject of the entry: "asset", "device" or "publisher". */
            subject: string;
            /** @description Address of the list. */
            uri: string;
            /**
             * Format: int32
             * @description Index of the entry.
             */
            idx: number;
        };
        /**
         * @description Secure unique NFC message of an NTAG 424 DNA tag (NXP AN12196 §3), which the tag mirrors into its URL, new at every tap.
         *
         *     The tag must mirror encrypted PICCData, with UID and read counter, and the MAC. The service calculates with the keys that were bound:
         *
         *     1. PICCData = AES-128-CBC decryption of `piccData` under SDMMetaReadKey, initial vector zero: `C7`, UID (7 bytes), counter (3 bytes, least significant first), padding (5 bytes)
         *     2. session key = AES-CMAC under SDMFileReadKey over `3C C3 00 01 00 80`, UID, counter
         *     3. MAC = every second byte, beginning with the second, of AES-CMAC under the session key over nothing. If the tag mirrors encrypted file data, AES-CMAC is over this ASCII text: `encFileData`, `&`, `macParameter`, `=`.
         *
         *     The UID must be the UID of the tag that is bound to the asset. The counter must be above the counter of every earlier accepted message of this tag. The first verification consumes the counter, whatever the verdict is, so that the same tap is never accepted twice. `docs/vectors/sun.json` has examples for tests of an implementation.
         */
        SunMessage: {
            /** @description Encrypted PICCData, unchanged from the URL: 32 hexadecimal digits. */
            piccData: string;
            /** @description SDMMAC, unchanged from the URL: 16 hexadecimal digits. */
            cmac: string;
            /**
             * @description Encrypted file data, unchanged from the URL, because the MAC covers its text: 32 to 512 hexadecimal digits, a multiple of
             *     32. Omit when the tag mirrors no file data. The service uses the decrypted data for nothing and does not return it.
             */
            encFileData?: string;
            /** @description Name of the parameter of the tag's URL that has the MAC and follows the encrypted file data. Default `cmac`. Ignored without `encFileData`. */
            macParameter?: string;
        };
        /** @description Request of SuspendAsset. */
        SuspendAssetRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of SuspendMerchant. */
        SuspendMerchantRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description Request of SuspendPublisher. */
        SuspendPublisherRequest: {
            /** @description Reason for the record: at most 500 characters. */
            reason?: string;
        };
        /** @description A test event that is sent to a webhook endpoint. */
        TestEvent: {
            /** @description Identifier of the event, `evt_…`. No list of events has it. */
            eventId: string;
            /** @description The endpoint. */
            webhookId: string;
            /** @description Type of the event. */
            type: string;
        };
        /** @description Envelope of an answer with `TestEvent`. */
        TestEventAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TestEvent"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A choice of expected texts. */
        TextChoice: {
            /** @description The texts, of which one is expected. */
            oneOf: string[];
        };
        /** @description A ticket and its uses, as its publisher sees them. */
        Ticket: {
            /** @description The asset. */
            assetId: string;
            /** @description Terms under which the ticket can be redeemed. */
            terms: components["schemas"]["TicketTerms"];
            /**
             * Format: int32
             * @description Number of redemptions.
             */
            usedCount: number;
            /**
             * Format: int32
             * @description Number of uses that are left.
             */
            usesLeft: number;
            /**
             * Format: date-time
             * @description When the ticket was last redeemed. Absent when the ticket was never redeemed.
             */
            lastRedeemTime?: string;
        };
        /** @description Envelope of an answer with `Ticket`. */
        TicketAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Ticket"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description One use of a ticket. A redemption never changes. */
        TicketRedemption: {
            /** @description Identifier of the redemption, `rdm_…`. */
            redemptionId: string;
            /** @description The ticket. */
            assetId: string;
            /** @description The gate, as the request named it. */
            gate: string;
            /** @description The group of the gate, as the request named it. Absent when the request named none. */
            gateGroup?: string;
            /**
             * Format: int32
             * @description Number of this use of the ticket, from 1.
             */
            useNumber: number;
            /**
             * Format: int32
             * @description Number of uses that were left after this one.
             */
            usesLeft: number;
            /**
             * Format: date-time
             * @description When the ticket was redeemed.
             */
            redeemTime: string;
            /** @description Strength of the presented evidence. */
            assurance: components["schemas"]["Assurance"];
            /** @description Merchant or publisher whose credential redeemed the ticket. Absent when the operator redeemed it. */
            redeemedBy?: string;
            /** @description The redemption as a signed receipt: a compact JWS with `typ` `pda-receipt+jwt` and `kind` `redemption`, that anyone can verify with the keys of GetVerificationKeys. The receipt says the same as the other fields. */
            receipt: string;
            /** @description True when the same tap made this redemption earlier. The gate was opened for it then. */
            repeated: boolean;
        };
        /** @description Envelope of an answer with `TicketRedemption`. */
        TicketRedemptionAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TicketRedemption"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListTicketRedemptions. */
        TicketRedemptionList: {
            /** @description The redemptions of this page. */
            items: components["schemas"]["TicketRedemption"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `TicketRedemptionList`. */
        TicketRedemptionListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TicketRedemptionList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Terms under which a ticket can be redeemed. The terms are fixed when the ticket is issued. */
        TicketTerms: {
            /**
             * Format: date-time
             * @description Start of the validity, inclusive, in whole milliseconds. Omit for a ticket that is valid at once.
             */
            notBeforeTime?: string;
            /**
             * Format: date-time
             * @description End of the validity, inclusive, in whole milliseconds. Must not be earlier than `notBeforeTime`. Omit for a ticket whose validity does not end.
             */
            notAfterTime?: string;
            /** @description Groups of gates that the ticket is for: at most 32 words of the publisher, e.g. `north` or `vip.1`. Omit for a ticket that is good at any gate. */
            gateGroups: string[];
            /**
             * Format: int32
             * @description How often the ticket can be redeemed: 1 to 10,000. Default 1.
             */
            useCount?: number;
            /** @description Identifiers of the merchants that may verify and redeem the ticket besides its publisher: at most 16. Omit to allow only the publisher. An unknown merchant is refused with SVC-4221, reason `UNKNOWN_MERCHANT`. */
            redeemers: string[];
        };
        /** @description Terms under which a ticket can be redeemed. The terms are fixed when the ticket is issued. */
        TicketTermsInput: {
            /**
             * Format: date-time
             * @description Start of the validity, inclusive, in whole milliseconds. Omit for a ticket that is valid at once.
             */
            notBeforeTime?: string;
            /**
             * Format: date-time
             * @description End of the validity, inclusive, in whole milliseconds. Must not be earlier than `notBeforeTime`. Omit for a ticket whose validity does not end.
             */
            notAfterTime?: string;
            /** @description Groups of gates that the ticket is for: at most 32 words of the publisher, e.g. `north` or `vip.1`. Omit for a ticket that is good at any gate. */
            gateGroups?: string[];
            /**
             * Format: int32
             * @description How often the ticket can be redeemed: 1 to 10,000. Default 1.
             */
            useCount?: number;
            /** @description Identifiers of the merchants that may verify and redeem the ticket besides its publisher: at most 16. Omit to allow only the publisher. An unknown merchant is refused with SVC-4221, reason `UNKNOWN_MERCHANT`. */
            redeemers?: string[];
        };
        /** @description Verdict on a ticket: whether it could be redeemed now. */
        TicketVerdict: {
            /** @description The ticket that was verified. */
            assetId: string;
            /** @description True when the ticket could be redeemed now: every check passed. The check "gate_group" is skipped when the request has no `gateGroup`. */
            valid: boolean;
            /** @description Every check in order, with its reasons: "evidence" (as in VerifyAuthenticity, and `PASS_NOT_ACCEPTED`), "ticket" (`MERCHANT_NOT_ACTIVE` when the merchant that asks is suspended, `NOT_A_TICKET`), "lifecycle" (`ASSET_NOT_ACTIVE`, `ASSET_SUSPENDED`, `ASSET_REVOKED`, `ASSET_RETIRED`), "uses" (`ALREADY_REDEEMED`), "validity" (`NOT_YET_VALID`, `EXPIRED`), "gate_group" (`WRONG_GATE`). */
            checks: components["schemas"]["Check"][];
            /**
             * Format: int32
             * @description Number of uses that are left. Absent unless the evidence holds.
             */
            usesLeft?: number;
            /**
             * Format: date-time
             * @description When the ticket was last redeemed. Absent when the evidence does not hold or the ticket was never redeemed.
             */
            lastRedeemTime?: string;
            /** @description Strength of the presented evidence. */
            assurance: components["schemas"]["Assurance"];
            /**
             * Format: date-time
             * @description When the ticket was verified.
             */
            evaluateTime: string;
        };
        /** @description Envelope of an answer with `TicketVerdict`. */
        TicketVerdictAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TicketVerdict"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A movement of value in the ledger. */
        Transaction: {
            /** @description Identifier of the transaction, `txn_…`. */
            transactionId: string;
            /** @description Kind of the transaction. */
            kind: components["schemas"]["TransactionKind"];
            /** @description Status of the transaction. */
            status: components["schemas"]["TransactionStatus"];
            /** @description Moved amount, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /** @description Code of the moved asset type. */
            assetType: string;
            /** @description The merchant. Absent when the transaction is about none. */
            merchantId?: string;
            /** @description The payment. Absent when the transaction is about none. */
            paymentId?: string;
            /** @description The refund. Absent when the transaction is about none. */
            refundId?: string;
            /** @description The settlement. Absent when the transaction is about none. */
            settlementId?: string;
            /**
             * Format: date-time
             * @description When the amount moved, by the service's clock, in whole milliseconds.
             */
            createTime: string;
            /** @description Entries on the caller's own accounts. The operator sees all entries, of which debits equal credits. */
            entries: components["schemas"]["LedgerEntry"][];
            /** @description The publisher of an issue. Absent for other transactions. */
            publisherId?: string;
        };
        /** @description Envelope of an answer with `Transaction`. */
        TransactionAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Transaction"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Direction of a movement, as the wallet sees it.
         *
         *     - `in`: The wallet received the amount.
         *     - `out`: The wallet gave the amount.
         * @enum {string}
         */
        TransactionDirection: "in" | "out";
        /**
         * @description Kind of a transaction.
         *
         *     - `issue`: A publisher issued value to a wallet.
         *     - `payment`: A wallet paid a merchant.
         *     - `refund`: A merchant refunded a wallet.
         *     - `settlement`: The service began to pay out a merchant's balance on a network.
         *     - `payout`: A settlement became final on its network.
         *     - `transfer`: A wallet transferred value to another wallet.
         *
         *     The list may grow. A value that you do not know: use the direction and the amount alone.
         * @enum {string}
         */
        TransactionKind: "issue" | "payment" | "refund" | "settlement" | "payout" | "transfer" | (string & {});
        /** @description Response of ListTransactions. */
        TransactionList: {
            /** @description The transactions of this page. */
            items: components["schemas"]["Transaction"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `TransactionList`. */
        TransactionListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TransactionList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a transaction.
         *
         *     - `completed`: The amount moved. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        TransactionStatus: "completed" | (string & {});
        /** @description Response of ListTransfers. */
        TransferList: {
            /** @description The transfers of this page. */
            items: components["schemas"]["OwnershipTransfer"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `TransferList`. */
        TransferListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["TransferList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Role of a wallet in a transfer.
         *
         *     - `giver`: The wallet offers the asset.
         *     - `receiver`: The asset is offered to the wallet, or the wallet has claimed it.
         * @enum {string}
         */
        TransferRole: "giver" | "receiver";
        /**
         * @description Status of a transfer of ownership.
         *
         *     - `offered`: The transfer waits for its recipient. By the recipient → accepted or declined. By the owner who offered it → cancelled. After its expiry time → expired.
         *     - `accepted`: The recipient owns the asset. Terminal.
         *     - `declined`: The recipient declined the asset. Terminal.
         *     - `cancelled`: The owner who offered the asset cancelled the transfer, or the publisher replaced it. Terminal.
         *     - `expired`: Nobody accepted it in time. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        TransferStatus: "offered" | "accepted" | "declined" | "cancelled" | "expired" | (string & {});
        /** @description Request of TransferValue. */
        TransferValueRequest: {
            /** @description Identifier of the receiving wallet. Must differ from `walletId`. */
            toWalletId: string;
            /** @description Amount to transfer, above zero, in whole units of the asset type: a decimal such as "12.50". */
            amount: string;
            /** @description Code of the asset type to transfer. */
            assetType: string;
            /** @description Compact JWS of the holder, at most 4 KiB. */
            authorization: string;
        };
        /** @description Request of UpdateAssetType. */
        UpdateAssetTypeRequest: {
            /** @description Name of the asset type, for people: 1 to 120 characters. `updateMask` cannot clear it. */
            name?: string;
            /** @description Policy that replaces the whole refund policy. */
            refundPolicy?: components["schemas"]["RefundPolicyInput"];
            /** @description Policy that replaces the whole policy. Absent fields get their defaults. */
            policy?: components["schemas"]["AssetPolicyInput"];
            /** @description All assets on networks that the asset type is (CAIP-19), at most one on each network: the present ones and the added ones. Omit to change nothing. */
            networks?: string[];
        };
        /** @description Request of UpdateMerchant. */
        UpdateMerchantRequest: {
            /** @description Name of the merchant, as payers see it: 1 to 120 characters. Only the operator can change it. `updateMask` cannot clear it. */
            name?: string;
            /** @description Web site of the merchant: an `https:` address of at most 200 characters. */
            website?: string;
            /** @description Address where payers get help: `https:`, `mailto:` or `tel:`, at most 200 characters. */
            supportUrl?: string;
            /** @description Requests that must be signed (RFC 9421), whichever of its credentials the merchant uses. The merchant changes this only by a signed request, so that it is never turned on without a key that signs, and a stolen key cannot turn it off. The operator can change it, too. Takes effect within five seconds. */
            requestSigning?: components["schemas"]["RequestSigning"];
        };
        /** @description Request of UpdatePublisher. */
        UpdatePublisherRequest: {
            /** @description Name of the publisher, for people: 1 to 64 characters. Certificates have it as organisation. `updateMask` cannot clear it. */
            name?: string;
        };
        /** @description Request of UpdateWebhook. */
        UpdateWebhookRequest: {
            /** @description Where events are sent, in the form of CreateWebhook. */
            url?: string;
            /** @description Types of the events to send, in place of the earlier ones. There is always one, so an empty list changes nothing. */
            eventTypes?: string[];
            /** @description Purpose of the endpoint: at most 200 characters. */
            description?: string;
            /** @description True to send events without the resource that they are about. */
            thin?: boolean;
            /** @description True to send events one after the other, in the order of ListEvents. */
            ordered?: boolean;
            /**
             * Format: int32
             * @description Requests that the receiver gets at once, at most: 1 to 50.
             */
            concurrency?: number;
            /** @description True to sign requests also with a key of the service. */
            publicKeySignature?: boolean;
            /** @description True to sign requests also as RFC 9421 says. */
            httpSignature?: boolean;
            /**
             * Format: int32
             * @description Requests that the receiver gets in a second, at most: 1 to 1,000. Clear it for no limit besides `concurrency`.
             */
            rate?: number;
            /** @description Authorisation that requests carry, in place of the earlier one. Clear it for none. It must be in the request, or cleared, when an endpoint that has one gets a URL with another host or port: the earlier one is not sent there. */
            authentication?: components["schemas"]["WebhookCredential"];
            /** @description False to disable a verified endpoint, true to enable a disabled one. */
            enabled?: boolean;
        };
        /** @description Request of ValidateIdentity. */
        ValidateIdentityRequest: {
            /** @description An SD-JWT VC with key binding in compact form (RFC 9901 §4): `<credential>~<disclosure>~…~<key binding JWT>`, at most 64 KiB and 256 disclosures. Both JWTs are signed with ES256 and have `typ` `dc+sd-jwt` and `kb+jwt`. */
            presentation: string;
            /** @description Nonce of the challenge, unchanged. The call consumes the challenge, whatever the verdict is. */
            nonce: string;
            /** @description Accepted types of credential. The claim `vct` of the credential must be one of them. */
            acceptedTypes: string[];
            /** @description Claims that the presentation must show. Omit to check only that the credential is valid and held by its holder. */
            conditions?: components["schemas"]["ClaimCondition"][];
            /** @description Set to true for an answer with a signed receipt. Default false. */
            receipt?: boolean;
        };
        /**
         * @description An aspect of an asset that VerifyAsset can verify.
         *
         *     - `authenticity`: Verified as by VerifyAuthenticity, with the same evidence.
         *     - `publisher`: The asset's publisher, verified as by VerifyPublisher.
         *     - `lifecycle`: Verified as by VerifyLifecycle.
         *     - `revocation`: Verified as by VerifyRevocation.
         *     - `capabilities`: Verified as by VerifyCapabilities.
         *
         *     The list may grow. A value that you do not know: leave it out.
         * @enum {string}
         */
        VerificationAspect: "authenticity" | "publisher" | "lifecycle" | "revocation" | "capabilities" | (string & {});
        /**
         * @description Result of a verification.
         *
         *     - `passed`: Every mandatory check passed.
         *     - `failed`: A check failed.
         *     - `indeterminate`: No check failed, but a check could not be made.
         *
         *     The list may grow. A value that you do not know: treat it as not trusted.
         * @enum {string}
         */
        VerificationOutcome: "passed" | "failed" | "indeterminate" | (string & {});
        /** @description Request of VerifyAsset. `authenticity` requires the evidence that VerifyAuthenticity requires: the certificate of the device, or a proof that names the device. */
        VerifyAssetRequest: {
            /** @description Identifier of the asset. */
            assetId: string;
            /** @description Aspects to verify: at least one. */
            checks: components["schemas"]["VerificationAspect"][];
            /** @description Certificate of the device: PEM (leaf first, at most four certificates) or base64 DER, at most 8 KiB of DER. `authenticity` requires it unless the proof names the device, as `keySignature` and `sunMessage` do (SVC-4000 otherwise). `revocation` uses it when present. */
            deviceCertificate?: string;
            /** @description Proof that the device is present and not a copy, for `authenticity`. */
            proof?: components["schemas"]["DeviceProof"];
            /** @description Set to true for a signed receipt of the authenticity verdict. Default false. */
            receipt?: boolean;
            /** @description Certificate of the publisher, for `publisher`: PEM (the publisher's first, at most four certificates) or base64 DER, at most 8 KiB of DER. */
            publisherCertificate?: string;
            /** @description Lifecycle statuses of which the asset should have one, for `lifecycle`. Default: `active`. */
            expected?: components["schemas"]["LifecycleStatus"][];
            /** @description Capabilities that the asset should have, for `capabilities`: at most 32. */
            capabilities?: string[];
        };
        /** @description Request of VerifyAuthenticity. */
        VerifyAuthenticityRequest: {
            /** @description Identifier of the asset. */
            assetId: string;
            /** @description Certificate of the presented device: PEM (leaf first, at most four certificates) or base64 DER, at most 8 KiB of DER. It is required unless the proof names the device, as `keySignature` and `sunMessage` do (SVC-4000 otherwise). */
            deviceCertificate?: string;
            /** @description Proof that the device is present and not a copy. Without a proof the assurance is at most `static`. */
            proof?: components["schemas"]["DeviceProof"];
            /** @description Set to true for an answer with a signed receipt. Default false. */
            receipt?: boolean;
        };
        /** @description Request of VerifyCapabilities. */
        VerifyCapabilitiesRequest: {
            /** @description Identifier of the asset. */
            assetId: string;
            /** @description Capabilities that the asset should have: at most 32. */
            capabilities?: string[];
        };
        /** @description Request of VerifyLifecycle. */
        VerifyLifecycleRequest: {
            /** @description Identifier of the asset. */
            assetId: string;
            /** @description Lifecycle statuses of which the asset should have one. Default: `active`. */
            expected?: components["schemas"]["LifecycleStatus"][];
        };
        /** @description Request of VerifyOwnership. */
        VerifyOwnershipRequest: {
            /** @description Identifier of the asset. */
            assetId: string;
            /** @description Compact JWS of the holder, at most 4 KiB. */
            proof: string;
        };
        /** @description Request of VerifyPublisher. `publisherId`, `publisherCertificate` or both are required. */
        VerifyPublisherRequest: {
            /** @description Identifier of the publisher. */
            publisherId?: string;
            /** @description Certificate of the publisher: PEM (the publisher's first, at most four certificates) or base64 DER, at most 8 KiB of DER. */
            publisherCertificate?: string;
        };
        /** @description Request of VerifyRevocation. `assetId`, `deviceCertificate` or both are required. */
        VerifyRevocationRequest: {
            /** @description Identifier of the asset. */
            assetId?: string;
            /** @description Certificate of the device: PEM (leaf first, at most four certificates) or base64 DER, at most 8 KiB of DER. */
            deviceCertificate?: string;
        };
        /** @description Request of VerifyTicket. */
        VerifyTicketRequest: {
            /** @description The ticket. */
            assetId: string;
            /** @description Group of the gate that asks. Omit to skip the check of the group. */
            gateGroup?: string;
            /** @description Certificate of the presented device, as in VerifyAuthenticity. Required unless `pass` is given or the proof names the device, as `keySignature` and `sunMessage` do (SVC-4000 otherwise). */
            deviceCertificate?: string;
            /** @description A pass of GetDevicePass. It stands for the certificate that it names, so `deviceCertificate` must be absent (SVC-4000 otherwise). A pass alone proves no more than `static`. */
            pass?: string;
            /** @description Proof that the device is present and not a copy, as in VerifyAuthenticity. The call does not consume it. */
            proof?: components["schemas"]["DeviceProof"];
        };
        /** @description Request of VetoRecovery. */
        VetoRecoveryRequest: {
            /** @description Compact JWS of the present key, at most 4 KiB. */
            authorization: string;
        };
        /** @description A holder's wallet for digital assets. */
        Wallet: {
            /** @description Identifier of the wallet, `wal_…`. */
            walletId: string;
            /** @description RFC 7638 SHA-256 thumbprint of the holder's key. */
            keyThumbprint: string;
            /**
             * Format: date-time
             * @description When the wallet was created.
             */
            createTime: string;
            /** @description RFC 7638 SHA-256 thumbprint of the key that may start a recovery. Absent when the wallet has none and cannot be recovered. */
            recoveryKeyThumbprint?: string;
            /** @description Identifier of the pending recovery, which the holder can veto. Absent when no recovery is pending. */
            recoveryId?: string;
        };
        /** @description Envelope of an answer with `Wallet`. */
        WalletAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Wallet"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A present or former key of a wallet. */
        WalletKey: {
            /** @description RFC 7638 SHA-256 thumbprint of the key. */
            keyThumbprint: string;
            /** @description The public key, with which the key's signatures stay verifiable. */
            holderKey: components["schemas"]["HolderKey"];
            /** @description Status of the key. */
            status: components["schemas"]["WalletKeyStatus"];
            /**
             * Format: date-time
             * @description When the key became the wallet's key.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When another key replaced this key. Absent while the key is active.
             */
            retireTime?: string;
            /** @description How the key was replaced. Absent while the key is active. */
            retirement?: components["schemas"]["KeyRetirement"];
        };
        /** @description Response of ListWalletKeys. */
        WalletKeyList: {
            /** @description The keys of this page. */
            items: components["schemas"]["WalletKey"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `WalletKeyList`. */
        WalletKeyListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WalletKeyList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Status of a key of a wallet.
         *
         *     - `active`: The key signs for the wallet. A wallet has one active key. When another key replaces it → retired.
         *     - `retired`: The key no longer signs for the wallet. It never becomes active again, and no other wallet can have it. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the key as retired.
         * @enum {string}
         */
        WalletKeyStatus: "active" | "retired" | (string & {});
        /** @description A movement of value, as a wallet that is a party of it sees it. */
        WalletTransaction: {
            /** @description Identifier of the transaction, `txn_…`. */
            transactionId: string;
            /** @description Kind of the transaction. */
            kind: components["schemas"]["TransactionKind"];
            /** @description Direction of the movement. */
            direction: components["schemas"]["TransactionDirection"];
            /** @description Amount that this wallet received or gave, in whole units of the asset type: a decimal such as "12.5". */
            amount: string;
            /** @description Code of the asset type. */
            assetType: string;
            /** @description The merchant that was paid or that refunded. Present for payments and refunds. */
            merchantId?: string;
            /** @description The payment that was paid or refunded. Present for payments and refunds. */
            paymentId?: string;
            /** @description The refund. Present for refunds. */
            refundId?: string;
            /** @description The publisher that issued the amount. Present for issues. */
            publisherId?: string;
            /** @description The other wallet. Present for transfers, whose two parties see each other. */
            otherWalletId?: string;
            /**
             * Format: date-time
             * @description When the transaction was committed.
             */
            createTime: string;
        };
        /** @description Envelope of an answer with `WalletTransaction`. */
        WalletTransactionAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WalletTransaction"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListWalletTransactions. */
        WalletTransactionList: {
            /** @description The transactions of this page. */
            items: components["schemas"]["WalletTransaction"][];
            /** @description Token of the next page. Empty when this is the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `WalletTransactionList`. */
        WalletTransactionListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WalletTransactionList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A webhook endpoint: a receiver of the events of a merchant, a publisher or a wallet. */
        Webhook: {
            /** @description Identifier of the endpoint, `whk_…`. */
            webhookId: string;
            /** @description The merchant whose events are sent. Absent when the endpoint belongs to a publisher or a wallet. */
            merchantId?: string;
            /** @description The publisher whose events are sent. Absent when the endpoint belongs to a merchant or a wallet. */
            publisherId?: string;
            /** @description The wallet whose events are sent. Absent when the endpoint belongs to a merchant or a publisher. */
            walletId?: string;
            /** @description Where events are sent. */
            url: string;
            /** @description Purpose of the endpoint. Empty when none was given. */
            description: string;
            /** @description Types of the events that are sent, e.g. `payment.completed`, in alphabetical order. */
            eventTypes: string[];
            /** @description True when events are sent without the resource that they are about. */
            thin: boolean;
            /** @description True when events are sent one after the other in the order of ListEvents. An event that the receiver does not accept then holds up all later ones. */
            ordered: boolean;
            /**
             * Format: int32
             * @description Requests that the receiver gets at once, at most. An ordered endpoint gets one.
             */
            concurrency: number;
            /** @description Status of the endpoint. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Reason why the endpoint is disabled. Absent unless it is. */
            disabledReason?: components["schemas"]["WebhookDisabledReason"];
            /**
             * Format: date-time
             * @description First failed attempt since the last successful one. Absent while attempts succeed.
             */
            failingSinceTime?: string;
            /**
             * Format: date-time
             * @description When the endpoint was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed.
             */
            updateTime: string;
            /** @description True while events are sent: `status` is enabled. UpdateWebhook disables and enables a verified endpoint. */
            enabled: boolean;
            /** @description True when requests are also signed with a key of the service (Ed25519). */
            publicKeySignature: boolean;
            /** @description True when requests are also signed as RFC 9421 says, with the same key of the service. */
            httpSignature: boolean;
            /**
             * Format: int32
             * @description Requests with events that the receiver gets in a second, at most. Test events and verifications are not counted. Absent without a limit besides `concurrency`.
             */
            rate?: number;
            /** @description Authorisation that requests carry. Absent when they carry none. */
            authentication?: components["schemas"]["WebhookAuthentication"];
            /**
             * Format: int32
             * @description Version of the endpoint. Each change of a setting or the status raises it.
             */
            version: number;
        };
        /** @description Envelope of an answer with `Webhook`. */
        WebhookAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["Webhook"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Authorisation that requests to a receiver carry, without its secrets. */
        WebhookAuthentication: {
            /** @description Kind of authorisation. */
            method: components["schemas"]["WebhookAuthenticationMethod"];
            /** @description Where the service gets access tokens. Absent unless the service gets access tokens. */
            tokenEndpoint?: string;
            /** @description Identifier of the service at the authorisation server. Absent unless the service gets access tokens. */
            clientId?: string;
            /** @description Scope that the service asks for. Absent when it asks for none. */
            scope?: string;
            /**
             * Format: date-time
             * @description When the client certificate expires. Absent without a client certificate. The service goes on showing an expired certificate, which receivers refuse: give another one in time.
             */
            certificateExpireTime?: string;
            /** @description SHA-256 of the client certificate in hexadecimal digits. Absent without a client certificate. */
            certificateFingerprint?: string;
        };
        /**
         * @description Kind of authorisation that requests to a receiver carry.
         *
         *     - `bearer`: A fixed bearer token.
         *     - `oauth`: An access token that the service gets from an authorisation server.
         *     - `client_certificate`: A certificate that the service shows as TLS client.
         *
         *     The list may grow. A value that you do not know: treat the endpoint as one whose requests carry an authorisation.
         * @enum {string}
         */
        WebhookAuthenticationMethod: "bearer" | "oauth" | "client_certificate" | (string & {});
        /** @description A certificate for the service as TLS client of one receiver, with its private key. */
        WebhookClientCertificate: {
            /** @description The certificate and then its intermediate certificates, in PEM: 1 to 5 certificates, each issued by the next one, at most 16,384 characters. The first one must not have expired. */
            certificateChain: string;
            /** @description Private key of the certificate in PEM without a passphrase: EC on P-256, P-384 or P-521, RSA of 2,048 to 8,192 bits, or Ed25519; at most 8,192 characters. Make a key that serves nothing else. It is not returned. */
            privateKey: string;
        };
        /**
         * @description Authorisation that requests to a receiver are to carry.
         *
         *     Exactly one of `bearerToken`, `oauth`, `clientCertificate`.
         */
        WebhookCredential: {
            /** @description A bearer token that requests carry (RFC 6750 §2.1): at most 4,096 characters. It is not returned. */
            bearerToken?: string;
            /** @description A client of an authorisation server, which gives the service access tokens. */
            oauth?: components["schemas"]["WebhookOAuthClient"];
            /** @description A certificate that the service shows as TLS client to the receiver. */
            clientCertificate?: components["schemas"]["WebhookClientCertificate"];
        };
        /** @description An attempt to deliver an event to a webhook endpoint. */
        WebhookDelivery: {
            /** @description Identifier of the attempt, `dlv_…`. */
            deliveryId: string;
            /** @description The endpoint. */
            webhookId: string;
            /** @description The event. The events of verifications and test events are in no other list. */
            eventId: string;
            /**
             * Format: int32
             * @description Number of the attempt, from 1 on: the header `webhook-attempt`. It begins again when RedeliverEvents sends the event once more, and after an attempt whose worker was killed.
             */
            attempt: number;
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["WebhookDeliveryOutcome"];
            /**
             * Format: int32
             * @description Status code of the answer. Absent when no answer began.
             */
            statusCode?: number;
            /** @description Why the attempt failed, in upper case words, e.g. "TIMEOUT", "TLS" or "STATUS"; "TOKEN_ENDPOINT" when the authorisation server gave no access token, and nothing was sent. Further words can be added. Absent after a success. */
            error?: string;
            /** @description Reason of the error "TLS", in upper case words, e.g. "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT" or "ERR_TLS_CERT_ALTNAME_INVALID" (the certificate names another host): at most 64 characters. Absent with other errors. */
            tlsError?: string;
            /**
             * Format: int32
             * @description Milliseconds from the begin of the attempt to its end.
             */
            durationMs: number;
            /** @description First KiB of the receiver's answer, as text. Only GetWebhookDelivery returns it. Absent when the answer had no body, and for a verification. */
            responseText?: string;
            /**
             * Format: date-time
             * @description When the attempt was made, in real time.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the event is sent again. Absent when no further attempt follows from this one.
             */
            nextAttemptTime?: string;
        };
        /** @description Envelope of an answer with `WebhookDelivery`. */
        WebhookDeliveryAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WebhookDelivery"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListWebhookDeliveries. */
        WebhookDeliveryList: {
            /** @description The attempts of this page, newest first. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Token of the next page. Empty on the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `WebhookDeliveryList`. */
        WebhookDeliveryListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WebhookDeliveryList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /**
         * @description Outcome of an attempt to deliver an event.
         *
         *     - `succeeded`: The receiver answered with a status from 200 to 299.
         *     - `failed`: The attempt failed; `error` gives the reason.
         *
         *     The list may grow. A value that you do not know: treat the attempt as failed.
         * @enum {string}
         */
        WebhookDeliveryOutcome: "succeeded" | "failed" | (string & {});
        /**
         * @description Reason why a webhook endpoint is disabled.
         *
         *     - `REQUESTED`: A caller disabled the endpoint.
         *     - `GONE`: The receiver answered with the status 410 (Gone).
         *     - `FAILING`: No attempt succeeded for five days.
         *
         *     The list may grow. A value that you do not know: treat the endpoint as disabled, whatever the reason.
         * @enum {string}
         */
        WebhookDisabledReason: "REQUESTED" | "GONE" | "FAILING" | (string & {});
        /** @description A public key that verifies deliveries (RFC 7517, RFC 8037). */
        WebhookKey: {
            /** @description Always `OKP`. */
            kty: string;
            /** @description Always `sig`. */
            use: string;
            /** @description Always `EdDSA`. */
            alg: string;
            /** @description Thumbprint of the key (RFC 7638, SHA-256) in base64url. */
            kid: string;
            /** @description Always `Ed25519`. */
            crv: string;
            /** @description The public key: 32 bytes in base64url. */
            x: string;
        };
        /** @description The public keys that verify deliveries (RFC 7517 §5). */
        WebhookKeySet: {
            /** @description Keys that sign now, keys that will sign soon, and keys of earlier deliveries. */
            keys: components["schemas"]["WebhookKey"][];
        };
        /** @description Envelope of an answer with `WebhookKeySet`. */
        WebhookKeySetAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WebhookKeySet"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description Response of ListWebhooks. */
        WebhookList: {
            /** @description The endpoints of this page, newest first. */
            items: components["schemas"]["Webhook"][];
            /** @description Token of the next page. Empty on the last page. */
            nextPageToken: string;
        };
        /** @description Envelope of an answer with `WebhookList`. */
        WebhookListAnswer: {
            /** @description Always `true`. */
            success: boolean;
            status: components["schemas"]["AnswerStatus"];
            /** @description The request's `X-Request-ID`, or one of the service. */
            requestId: string;
            /**
             * Format: date-time
             * @description Processing time.
             */
            timestamp: string;
            /** @description Human-readable description. */
            message: string;
            data: components["schemas"]["WebhookList"];
            /** @description Empty. */
            errors: components["schemas"]["ErrorItem"][];
        };
        /** @description A client of an authorisation server (RFC 6749 §4.4, client credentials). */
        WebhookOAuthClient: {
            /** @description URL of the token endpoint, in the form of the endpoint's URL. */
            tokenEndpoint: string;
            /** @description Identifier of the client: at most 256 printable ASCII characters. */
            clientId: string;
            /** @description Secret of the client: at most 1,024 printable ASCII characters. The service sends it as RFC 6749 §2.3.1 says, by the scheme Basic. It is not returned. */
            clientSecret: string;
            /** @description Scopes to ask for, with a space between two: at most 1,024 characters. Omit to ask for none. */
            scope?: string;
        };
        /**
         * @description Status of a webhook endpoint.
         *
         *     - `unverified`: The receiver has not answered the verification yet and gets no events. When it answers → enabled.
         *     - `enabled`: Events are sent. By request, by an answer 410 or after five days without a success → disabled. With another URL → unverified.
         *     - `disabled`: Nothing is sent; `disabledReason` gives the reason. By request → enabled. With another URL → unverified.
         *     - `deleted`: The endpoint was deleted. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the endpoint as one that gets no events.
         * @enum {string}
         */
        WebhookStatus: "unverified" | "enabled" | "disabled" | "deleted" | (string & {});
        /** @description Data of the event `webhook.verification`, which a receiver answers to show that it wants events. */
        WebhookVerification: {
            /** @description The endpoint that is verified. */
            webhookId: string;
            /** @description Text that the answer must contain: a status from 200 to 299, and in the first 4 KiB of the body the JSON `{"challenge": "…"}` or the text alone. */
            challenge: string;
        };
    };
    responses: {
        /**
         * @description - `SVC-4000` The request is not valid; `errors` names each field.
         *     - `SVC-4001` The body is not a strict JSON object.
         *     - `SVC-4002` The certificate or the signing request cannot be read.
         *     - `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters.
         *     - `SVC-4005` The page token does not belong to this list and filter.
         */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description - `SVC-4010` Invalid publisher certificate
         *     - `SVC-4011` A valid credential is needed.
         */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "Accept-Signature": components["headers"]["AcceptSignature"];
                "DPoP-Nonce": components["headers"]["DpopNonce"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description - `SVC-4030` The credential does not permit this operation.
         *     - `SVC-4031` The signature does not authorise this.
         */
        Forbidden: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description - `SVC-4040` There is no such resource.
         *     - `SVC-4041` There is no such path.
         */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4060` The answer is not available in any media type that the request accepts. */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4080` The request did not arrive in full in time. Send it again on a new connection. */
        RequestTimeout: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description - `SVC-4090` It exists already.
         *     - `SVC-4091` The resource is in a final state that does not allow this.
         *     - `SVC-4092` A request with this Idempotency-Key is still being processed.
         *     - `SVC-4093` Another request changed the resource at the same moment.
         *     - `SVC-4094` The resource is not in a state that allows this now.
         *     - `SVC-4095` It was done before.
         *     - `SVC-4096` It is too early for this.
         *     - `SVC-4097` Only the operator of the service can make this possible.
         *     - `SVC-4098` A limit of the resource is reached.
         */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4120` The resource has changed since the version that the request is for. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4130` The body is larger than the limit. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4150` The body must be application/json in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description - `SVC-4221` The request names something that does not exist or cannot be used here.
         *     - `SVC-4222` The Idempotency-Key was used with another request.
         *     - `SVC-4223` The balance is too low.
         *     - `SVC-4224` The refund is not eligible.
         *     - `SVC-4225` The amount is not allowed here.
         *     - `SVC-4226` The presented certificate, key, device, pass or proof is not accepted.
         *     - `SVC-4227` The terms of the asset do not allow this.
         */
        UnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-4290` Too many requests. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-5000` The service failed unexpectedly. The request id finds the cause in its logs. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-5030` The service is not available right now. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description - `SVC-5040` The request was not finished within its deadline. */
        GatewayTimeout: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description Kind of the account: `merchant` (default), `clearing` or `settled`. */
        AccountParameter: "merchant" | "clearing" | "settled";
        /**
         * @description Identifier of the key.
         * @example key_01kf05yaj0fg8rwb8000000002
         */
        ApiKeyIdParameter: string;
        /**
         * @description Identifier of the asset.
         * @example ast_01kf05yaj0fg8rwb8000000001
         */
        AssetIdParameter: string;
        /**
         * @description Identifier of the asset type.
         * @example aty_01kf05yaj0fg8rwb8000000001
         */
        AssetTypeIdParameter: string;
        /**
         * @description Code of the asset type of the account.
         * @example USDX
         */
        AssetTypeParameter: string;
        /**
         * @description Identifier of the certificate.
         * @example crt_01kf05yaj0fg8rwb8000000006
         */
        CertificateIdParameter: string;
        /**
         * @description Identifier of the change.
         * @example sac_01kf05yaj0fg8rwb8000000001
         */
        ChangeIdParameter: string;
        /**
         * @description Identifier of the terminal.
         * @example dev_01kf05yaj0fg8rwb8000000005
         */
        DeviceIdParameter: string;
        /**
         * @description Start of the period, inclusive.
         * @example 2026-01-15T00:00:00.000Z
         */
        FromTimeParameter: string;
        /**
         * @description Identifier of the job.
         * @example isj_01kf05yaj0fg8rwb8000000001
         */
        IssuanceJobIdParameter: string;
        /**
         * @description Identifier of the merchant.
         * @example mer_01kf05yaj0fg8rwb8000000001
         */
        MerchantIdParameter: string;
        /**
         * @description Items in a page. Default 50. A value above 200 counts as 200.
         * @example 1
         */
        PageSizeParameter: number;
        /** @description `nextPageToken` of the page before. Omit for the first page. */
        PageTokenParameter: string;
        /**
         * @description Identifier of the payment.
         * @example pay_01kf05yaj0fg8rwb8000000001
         */
        PaymentIdParameter: string;
        /**
         * @description Identifier of the key.
         * @example pky_01kf05yaj0fg8rwb8000000001
         */
        PublicKeyIdParameter: string;
        /**
         * @description Identifier of the publisher.
         * @example pub_01kf05yaj0fg8rwb8000000001
         */
        PublisherIdParameter: string;
        /**
         * @description Identifier of the recovery.
         * @example rcv_01kf05yaj0fg8rwb8000000001
         */
        RecoveryIdParameter: string;
        /**
         * @description Payment reference (ISO 11649), without spaces.
         * @example RF18539007547034
         */
        ReferenceParameter: string;
        /**
         * @description Identifier of the settlement.
         * @example stl_01kf05yaj0fg8rwb8000000001
         */
        SettlementIdParameter: string;
        /** @description Only events about this resource: its identifier, such as that of a payment, a refund or a settlement. */
        SubjectParameter: string;
        /**
         * @description End of the period, exclusive. Must be later than `fromTime`. Omit for the latest time up to which the ledger is closed.
         * @example 2026-01-16T00:00:00.000Z
         */
        ToTimeParameter: string;
        /**
         * @description Identifier of the transaction.
         * @example txn_01kf05yaj0fg8rwb8000000002
         */
        TransactionIdParameter: string;
        /**
         * @description Identifier of the transfer.
         * @example trf_01kf05yaj0fg8rwb8000000005
         */
        TransferIdParameter: string;
        /**
         * @description Only events of this type, one that this deployment publishes.
         * @example payment.completed
         */
        TypeParameter: string;
        /**
         * @description Fields to change. A field in the mask that the request lacks is cleared. A field in the request that the mask lacks keeps its value. Omit to change the fields that the request has. JSON names, separated by commas.
         * @example website,supportUrl
         */
        UpdateMaskParameter: string;
        /**
         * @description Identifier of the wallet.
         * @example wal_01kf05yaj0fg8rwb8000000003
         */
        WalletIdParameter: string;
        /**
         * @description Identifier of the endpoint.
         * @example whk_01kf05yaj0fg8rwb8000000001
         */
        WebhookIdParameter: string;
        /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
        IdempotencyKey: string;
        /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
        IfMatch: string;
        /** @description The last `id` of an earlier stream: the stream goes on after it. Takes the place of `pageToken`. At most 512 characters. */
        LastEventId: string;
        /** @description ETags of documents that the caller has, or `*`. If the document without its envelope has one of these ETags, the answer is 304 (RFC 9110 §13.1.2). */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` when the answer is the stored answer of an earlier request with the same Idempotency-Key. The resource may have changed since then. A caller that sent one request can also get this header: the gateway repeats a request by itself after it lost the connection to the core. Absent otherwise. */
        IdempotencyReplayed: "true";
        /** @description Path of the created resource (RFC 9110 §10.2.2). */
        Location: string;
        /** @description For a resource: its version, e.g. `"3"` (RFC 9110 §8.8.3), for use in `If-Match`. For a document without its envelope: a tag that changes when the document changes, for use in `If-None-Match`. */
        ETag: string;
        /** @description Address of the next page, `<?…>; rel="next"` (RFC 8288), relative to this request. Present on a document without its envelope when a next page exists. */
        Link: string;
        /** @description Seconds to wait before a repeat (RFC 9110 §10.2.3). */
        RetryAfter: number;
        /** @description The authentication schemes that the operation takes (RFC 6750 §3, RFC 9449 §7.1). */
        WwwAuthenticate: string;
        /** @description The nonce for the caller's next DPoP proofs (RFC 9449 §9). Present when a proof lacks a valid one. Another answer may have it, too. */
        DpopNonce: string;
        /** @description What a signature of the request has to cover and state (RFC 9421 §5.1), for a caller that signs. */
        AcceptSignature: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ListAssets: {
        parameters: {
            query?: {
                /**
                 * @description Only assets of this publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000004
                 */
                publisher?: string;
                /** @description Only assets of the asset type with this code, e.g. `EDITION`. */
                assetType?: string;
                /** @description Only assets of this kind. */
                kind?: components["schemas"]["AssetKind"];
                /**
                 * @description Only assets with this lifecycle status.
                 * @example active
                 */
                lifecycleStatus?: components["schemas"]["LifecycleStatus"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetAuditCheckpoint: {
        parameters: {
            query?: {
                /**
                 * @description Size of an earlier tree, for the proof that the newest tree continues it. Omit to get no proof. A tree that is larger than the newest one is refused.
                 * @example 1
                 */
                fromSize?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed head of the tree (C2SP tlog-checkpoint). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuditCheckpointResultAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListAuditRecords: {
        parameters: {
            query?: {
                /**
                 * @description Only calls of this operation, such as "CreatePayment".
                 * @example RegisterMerchant
                 */
                operation?: string;
                /** @description Only calls that ended so. */
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description Only calls with this credential. */
                credentialId?: string;
                /** @description Only calls at this time or later. */
                fromTime?: string;
                /** @description Only calls before this time. */
                toTime?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only calls of this session of a person. */
                sessionId?: string;
                /** @description Only calls with this request identifier. An identifier of the service, req_…, has its time: without `fromTime` and `toTime` the list has only calls from a minute before this time until ten minutes after it. For an identifier that the caller chose, give a period. */
                requestId?: string;
                /** @description Only calls that named or created this resource. */
                resourceId?: string;
                /** @description Only calls for this merchant, publisher or wallet. */
                tenantId?: string;
                /** @description Only calls of operations that can change something, such as "CreatePayment". Calls that only read are left out, and so are refusals that name no operation. */
                changesOnly?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records of this page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetAuditRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the record.
                 * @example aud_01kf05yaj0fg8rwb8000000001
                 */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuditRecordResultAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For whom the credential acts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallerAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this type, one that this deployment publishes.
                 * @example payment.completed
                 */
                type?: components["parameters"]["TypeParameter"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of an earlier answer, or `cursor` of an event: the list begins after it. `latest` begins after the newest event of the list. Omit to read from the first event. Unlike the tokens of other lists, this token can be used with any `type` and any `subject`. */
                pageToken?: string;
                /** @description Longest time in seconds that the call waits for an event after `pageToken`, at most 20. The call answers as soon as it finds an event; without one it answers after this time, or shortly before its deadline, with an empty page. Omit to answer at once. */
                waitSeconds?: number;
                /** @description Only events about this resource: its identifier, such as that of a payment, a refund or a settlement. */
                subject?: components["parameters"]["SubjectParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of this page, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetWebhookKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookKeySetAnswer"];
                    "application/jwk-set+json": components["schemas"]["WebhookKeySet"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListWebhooks: {
        parameters: {
            query?: {
                /** @description Only endpoints of this merchant, publisher or wallet. A caller that is bound to a tenant can name only itself. */
                tenantId?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints of this page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    UpdateWebhook: {
        parameters: {
            query?: {
                /**
                 * @description Fields to change. A field in the mask that the request lacks is cleared. A field in the request that the mask lacks keeps its value. Omit to change the fields that the request has. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The endpoint after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    DeleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only attempts with this outcome. */
                outcome?: components["schemas"]["WebhookDeliveryOutcome"];
                /**
                 * @description Only attempts to deliver this event.
                 * @example evt_01kf05yaj0fg8rwb8000000003
                 */
                eventId?: string;
                /** @description Only attempts at this real time or later. */
                fromTime?: string;
                /** @description Only attempts before this real time. */
                toTime?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts of this page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
                /**
                 * @description Identifier of the attempt.
                 * @example dlv_01kf05yaj0fg8rwb8000000001
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMissedEvents: {
        parameters: {
            query: {
                /**
                 * @description Only events that happened at this time or later: at most 30 days ago.
                 * @example 2026-01-15T00:00:00.000Z
                 */
                fromTime: string;
                /** @description Only events that happened before this time, which must be later than `fromTime`. Omit for all events up to now. */
                toTime?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The missed events of this page, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissedEventListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RedeliverEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverEventsRequest"];
            };
        };
        responses: {
            /** @description Result of the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTestEventRequest"];
            };
        };
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEventAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example whk_01kf05yaj0fg8rwb8000000001
                 */
                webhookId: components["parameters"]["WebhookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the event.
                 * @example evt_01kf05yaj0fg8rwb8000000001
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetOutcome: {
        parameters: {
            query?: {
                /** @description Only the outcome for this operation, e.g. `CreatePayment`. A key belongs to one operation. When the key was used with several operations and this field is absent, the latest outcome is returned. */
                operation?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The idempotency key: 1 to 255 visible ASCII characters. Percent-encode it.
                 * @example order-4711
                 */
                idempotencyKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CancelPaymentByKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The idempotency key of the CreatePayment to cancel: 1 to 255 visible ASCII characters. Percent-encode it.
                 * @example order-4711
                 */
                idempotencyKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancellation. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCancellationAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMerchants: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only merchants with this status. */
                status?: components["schemas"]["MerchantStatus"];
                /**
                 * @description Only merchants whose name begins with this text, in upper or lower case.
                 * @example market
                 */
                namePrefix?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchants of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterMerchantRequest"];
            };
        };
        responses: {
            /** @description The new merchant. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchant. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    UpdateMerchant: {
        parameters: {
            query?: {
                /**
                 * @description Fields to change. A field in the mask that the request lacks is cleared. A field in the request that the mask lacks keeps its value. Omit to change the fields that the request has. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMerchantRequest"];
            };
        };
        responses: {
            /** @description The merchant after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMerchantBalances: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantBalanceListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMerchantCertificates: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only certificates of this terminal. */
                deviceId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantCertificateListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssueMerchantCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueMerchantCertificateRequest"];
            };
        };
        responses: {
            /** @description The new certificate. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetMerchantCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeMerchantCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeMerchantCertificateRequest"];
            };
        };
        responses: {
            /** @description The revoked certificate. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMerchantDevices: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only terminals with this status. */
                status?: components["schemas"]["MerchantDeviceStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantDeviceListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    EnrolMerchantDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolMerchantDeviceRequest"];
            };
        };
        responses: {
            /** @description The new terminal. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolledDeviceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetMerchantDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the terminal.
                 * @example dev_01kf05yaj0fg8rwb8000000005
                 */
                deviceId: components["parameters"]["DeviceIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminal. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantDeviceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RemoveMerchantDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the terminal.
                 * @example dev_01kf05yaj0fg8rwb8000000005
                 */
                deviceId: components["parameters"]["DeviceIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminal after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantDeviceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ResumeMerchantDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the terminal.
                 * @example dev_01kf05yaj0fg8rwb8000000005
                 */
                deviceId: components["parameters"]["DeviceIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminal after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantDeviceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SuspendMerchantDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the terminal.
                 * @example dev_01kf05yaj0fg8rwb8000000005
                 */
                deviceId: components["parameters"]["DeviceIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terminal after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantDeviceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListMerchantPublicKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantPublicKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterMerchantPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterMerchantPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The registered key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetMerchantPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeMerchantPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeMerchantDelegation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeMerchantDelegationRequest"];
            };
        };
        responses: {
            /** @description The key that has signed the delegation. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateMerchantPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateMerchantPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ResumeMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumeMerchantRequest"];
            };
        };
        responses: {
            /** @description The merchant after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListSettlementAccountChanges: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAccountChangeListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RequestSettlementAccountChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestSettlementAccountChangeRequest"];
            };
        };
        responses: {
            /** @description The requested change. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAccountChangeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4095` It was done before. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetSettlementAccountChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the change.
                 * @example sac_01kf05yaj0fg8rwb8000000001
                 */
                changeId: components["parameters"]["ChangeIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAccountChangeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CancelSettlementAccountChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
                /**
                 * @description Identifier of the change.
                 * @example sac_01kf05yaj0fg8rwb8000000001
                 */
                changeId: components["parameters"]["ChangeIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled change. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAccountChangeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetStatement: {
        parameters: {
            query: {
                /**
                 * @description Code of the asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Kind of the account: `merchant` (default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, inclusive.
                 * @example 2026-01-15T00:00:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, exclusive. Must be later than `fromTime`. Omit for the latest time up to which the ledger is closed.
                 * @example 2026-01-16T00:00:00.000Z
                 */
                toTime?: components["parameters"]["ToTimeParameter"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before, with the other fields unchanged. Omit for the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4096` It is too early for this. */
            409: components["responses"]["Conflict"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ExportStatement: {
        parameters: {
            query: {
                /**
                 * @description Code of the asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Kind of the account: `merchant` (default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, inclusive.
                 * @example 2026-01-15T00:00:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, exclusive. Must be later than `fromTime`. Omit for the latest time up to which the ledger is closed.
                 * @example 2026-01-16T00:00:00.000Z
                 */
                toTime?: components["parameters"]["ToTimeParameter"];
                /** @description Entries in a file. Default 1,000. A larger value counts as 1,000. */
                pageSize?: number;
                /** @description `nextPageToken` of the page before, with the other fields unchanged. Omit for the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementDocumentAnswer"];
                    "application/xml": string;
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4096` It is too early for this. */
            409: components["responses"]["Conflict"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ExportStatementCsv: {
        parameters: {
            query: {
                /**
                 * @description Code of the asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Kind of the account: `merchant` (default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, inclusive.
                 * @example 2026-01-15T00:00:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, exclusive. Must be later than `fromTime`. Omit for the latest time up to which the ledger is closed.
                 * @example 2026-01-16T00:00:00.000Z
                 */
                toTime?: components["parameters"]["ToTimeParameter"];
                /** @description Entries in a file. Default 1,000. A larger value counts as 1,000. */
                pageSize?: number;
                /** @description `nextPageToken` of the page before, with the other fields unchanged. Omit for the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementDocumentAnswer"];
                    "text/csv": string;
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4096` It is too early for this. */
            409: components["responses"]["Conflict"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SuspendMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the merchant.
                 * @example mer_01kf05yaj0fg8rwb8000000001
                 */
                merchantId: components["parameters"]["MerchantIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendMerchantRequest"];
            };
        };
        responses: {
            /** @description The merchant after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alarms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListOperatorApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorApiKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateOperatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOperatorApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOperatorApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetOperatorApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeOperatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateOperatorApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateOperatorApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOperatorApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetLedgerCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerCheckAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListProcesses: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The processes of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcesseListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListOperatorPublicKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPublicKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterOperatorPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterOperatorPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The registered key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetOperatorPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeOperatorPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeOperatorDelegation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeOperatorDelegationRequest"];
            };
        };
        responses: {
            /** @description The key that has signed the delegation. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateOperatorPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateOperatorPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPaymentPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Payment reference (ISO 11649), without spaces.
                 * @example RF18539007547034
                 */
                reference: components["parameters"]["ReferenceParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public view of the payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPageAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPayments: {
        parameters: {
            query?: {
                /** @description Only payments of this merchant. */
                merchantId?: string;
                /**
                 * @description Only payments with this status.
                 * @example failed
                 */
                status?: components["schemas"]["PaymentStatus"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only payments in this asset type. */
                assetType?: string;
                /** @description Only payments with this reference of the merchant. */
                orderReference?: string;
                /** @description Only the payment with this payment reference (ISO 11649, without spaces). */
                reference?: string;
                /** @description Only payments created at this time or later. */
                fromTime?: string;
                /** @description Only payments created before this time. */
                toTime?: string;
                /** @description Only payments that this terminal of a merchant requested. */
                deviceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /** @description The new payment. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4095` It was done before. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4225` The amount is not allowed here. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the payment.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId: components["parameters"]["PaymentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the payment.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId: components["parameters"]["PaymentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled payment. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GeneratePaymentReference: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the payment.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId: components["parameters"]["PaymentIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference in its four forms. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentReferenceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublishers: {
        parameters: {
            query?: {
                /**
                 * @description Only publishers with this status.
                 * @example suspended
                 */
                status?: components["schemas"]["PublisherStatus"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publishers of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterPublisher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterPublisherRequest"];
            };
        };
        responses: {
            /** @description The new publisher. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPublisher: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publisher. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    UpdatePublisher: {
        parameters: {
            query?: {
                /**
                 * @description Fields to change. A field in the mask that the request lacks is cleared. A field in the request that the mask lacks keeps its value. Omit to change the fields that the request has. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePublisherRequest"];
            };
        };
        responses: {
            /** @description The publisher after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublisherAccessCertificates: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAccessCertificateListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssuePublisherAccessCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuePublisherAccessCertificateRequest"];
            };
        };
        responses: {
            /** @description The new certificate. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAccessCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPublisherAccessCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAccessCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokePublisherAccessCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokePublisherAccessCertificateRequest"];
            };
        };
        responses: {
            /** @description The revoked certificate. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAccessCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublisherApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherApiKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreatePublisherApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePublisherApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPublisherApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPublisherApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokePublisherApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotatePublisherApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example key_01kf05yaj0fg8rwb8000000002
                 */
                apiKeyId: components["parameters"]["ApiKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotatePublisherApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPublisherApiKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListAssetTypes: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset types of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetTypeListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    DefineAssetType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefineAssetTypeRequest"];
            };
        };
        responses: {
            /** @description The new asset type. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetTypeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetAssetType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset type.
                 * @example aty_01kf05yaj0fg8rwb8000000001
                 */
                assetTypeId: components["parameters"]["AssetTypeIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset type. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetTypeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    UpdateAssetType: {
        parameters: {
            query?: {
                /**
                 * @description Fields to change. A field in the mask that the request lacks is cleared. A field in the request that the mask lacks keeps its value. Omit to change the fields that the request has. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset type.
                 * @example aty_01kf05yaj0fg8rwb8000000001
                 */
                assetTypeId: components["parameters"]["AssetTypeIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAssetTypeRequest"];
            };
        };
        responses: {
            /** @description The asset type after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetTypeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssueAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueAssetRequest"];
            };
        };
        responses: {
            /** @description The new asset. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    BatchIssueAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchIssueAssetsRequest"];
            };
        };
        responses: {
            /** @description The result of each item, in the order of the request. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchIssueAssetsResultAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ActivateAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset after the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssueClaimCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueClaimCodeRequest"];
            };
        };
        responses: {
            /** @description The grant with the code, which is returned once. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipGrantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListDevices: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    BindDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindDeviceRequest"];
            };
        };
        responses: {
            /** @description The bound device. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceBindingAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetDeviceBinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
                /**
                 * @description Identifier of the device.
                 * @example dev_01kf05yaj0fg8rwb8000000002
                 */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceBindingAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetDevicePass: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
                /**
                 * @description Identifier of the device.
                 * @example dev_01kf05yaj0fg8rwb8000000002
                 */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pass. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePassAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
                /**
                 * @description Identifier of the device.
                 * @example dev_01kf05yaj0fg8rwb8000000004
                 */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeDeviceRequest"];
            };
        };
        responses: {
            /** @description The revoked device. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceBindingAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GrantOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantOwnershipRequest"];
            };
        };
        responses: {
            /** @description The grant. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipGrantAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ResumeAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumeAssetRequest"];
            };
        };
        responses: {
            /** @description The asset after the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RetireAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetireAssetRequest"];
            };
        };
        responses: {
            /** @description The asset after the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAssetRequest"];
            };
        };
        responses: {
            /** @description The asset after the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SuspendAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendAssetRequest"];
            };
        };
        responses: {
            /** @description The asset after the call. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListTicketRedemptions: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the asset.
                 * @example ast_01kf05yaj0fg8rwb8000000001
                 */
                assetId: components["parameters"]["AssetIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redemptions of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRedemptionListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublisherBalances: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherBalanceListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublisherCertificates: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificates of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherCertificateListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssuePublisherCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuePublisherCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate and its chain. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPublisherCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokePublisherCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokePublisherCertificateRequest"];
            };
        };
        responses: {
            /** @description The revoked certificate. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherCertificateAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListIdentityIssuers: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityIssuerListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterIdentityIssuer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterIdentityIssuerRequest"];
            };
        };
        responses: {
            /** @description The registered key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityIssuerAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetIdentityIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityIssuerAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokeIdentityIssuer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the certificate.
                 * @example crt_01kf05yaj0fg8rwb8000000006
                 */
                certificateId: components["parameters"]["CertificateIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityIssuerAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListIssuanceJobs: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceJobListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateIssuanceJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIssuanceJobRequest"];
            };
        };
        responses: {
            /** @description The job. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceJobAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetIssuanceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the job.
                 * @example isj_01kf05yaj0fg8rwb8000000001
                 */
                issuanceJobId: components["parameters"]["IssuanceJobIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceJobAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListIssuanceItems: {
        parameters: {
            query?: {
                /** @description Only items with this status. */
                status?: components["schemas"]["IssuanceItemStatus"];
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the job.
                 * @example isj_01kf05yaj0fg8rwb8000000001
                 */
                issuanceJobId: components["parameters"]["IssuanceJobIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results of this page, by index. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceItemListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    AddIssuanceItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the job.
                 * @example isj_01kf05yaj0fg8rwb8000000001
                 */
                issuanceJobId: components["parameters"]["IssuanceJobIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddIssuanceItemsRequest"];
            };
        };
        responses: {
            /** @description The result of each item, in the order of the request. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddIssuanceItemsResultAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    IssueValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueValueRequest"];
            };
        };
        responses: {
            /** @description The issuance. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListPublisherPublicKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherPublicKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RegisterPublisherPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterPublisherPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The registered key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetPublisherPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokePublisherPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RevokePublisherDelegation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokePublisherDelegationRequest"];
            };
        };
        responses: {
            /** @description The key that has signed the delegation. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotatePublisherPublicKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
                /**
                 * @description Identifier of the key.
                 * @example pky_01kf05yaj0fg8rwb8000000001
                 */
                publicKeyId: components["parameters"]["PublicKeyIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotatePublisherPublicKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeyAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ResumePublisher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumePublisherRequest"];
            };
        };
        responses: {
            /** @description The publisher after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SuspendPublisher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the publisher.
                 * @example pub_01kf05yaj0fg8rwb8000000001
                 */
                publisherId: components["parameters"]["PublisherIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendPublisherRequest"];
            };
        };
        responses: {
            /** @description The publisher after the call. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Only refunds of this payment.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only refunds that this settlement nets. */
                settlementId?: string;
                /** @description Only refunds with this status. */
                status?: components["schemas"]["RefundStatus"];
                /** @description Only refunds created at this time or later. */
                fromTime?: string;
                /** @description Only refunds created before this time. */
                toTime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refunds of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefundRequest"];
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4223` The balance is too low. `SVC-4224` The refund is not eligible. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CheckRefundEligibility: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckRefundEligibilityRequest"];
            };
        };
        responses: {
            /** @description The result of the dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundEligibilityAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the refund.
                 * @example rfd_01kf05yaj0fg8rwb8000000001
                 */
                refundId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4041` There is no such path. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    AdvanceClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description The sandbox with the new time. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4041` There is no such path. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    FundWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundWalletRequest"];
            };
        };
        responses: {
            /** @description The issuance. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuanceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetServerInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version, environment and clock of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfoAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListSettlements: {
        parameters: {
            query?: {
                /**
                 * @description Only the settlement of this payment.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
                /** @description Only settlements with this status. */
                settlementStatus?: components["schemas"]["SettlementStatus"];
                /** @description Only settlements created at this time or later. */
                fromTime?: string;
                /** @description Only settlements created before this time. */
                toTime?: string;
                /** @description Only settlements of this merchant. */
                merchantId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settlements of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the settlement.
                 * @example stl_01kf05yaj0fg8rwb8000000001
                 */
                settlementId: components["parameters"]["SettlementIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settlement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetBlockchainReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the settlement.
                 * @example stl_01kf05yaj0fg8rwb8000000001
                 */
                settlementId: components["parameters"]["SettlementIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockchainReferenceAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4096` It is too early for this. */
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetConfirmations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the settlement.
                 * @example stl_01kf05yaj0fg8rwb8000000001
                 */
                settlementId: components["parameters"]["SettlementIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The confirmations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationsAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListSettlementItems: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the settlement.
                 * @example stl_01kf05yaj0fg8rwb8000000001
                 */
                settlementId: components["parameters"]["SettlementIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementItemListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Only transactions of this kind.
                 * @example payment
                 */
                kind?: components["schemas"]["TransactionKind"];
                /** @description Only transactions in this asset type. */
                assetType?: string;
                /** @description Only transactions of this payment: the one that paid it, and those of its refunds. */
                paymentId?: string;
                /** @description Only the transaction of this refund. */
                refundId?: string;
                /** @description Only the transactions of this settlement. */
                settlementId?: string;
                /**
                 * @description Only transactions of this merchant. A caller that is bound to a tenant can name only itself. Another merchant fails with SVC-4030, whether it exists or not.
                 * @example mer_01kf05yaj0fg8rwb8000000003
                 */
                merchantId?: string;
                /** @description Only transactions at this time or later. */
                fromTime?: string;
                /** @description Only transactions before this time. */
                toTime?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the transaction.
                 * @example txn_01kf05yaj0fg8rwb8000000002
                 */
                transactionId: components["parameters"]["TransactionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyAssetRequest"];
            };
        };
        responses: {
            /** @description The verdicts. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyAuthenticity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyAuthenticityRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticityAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyCapabilitiesRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilitiesVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChallengeRequest"];
            };
        };
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetRevocationList: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of documents that the caller has, or `*`. If the document without its envelope has one of these ETags, the answer is 304 (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the list: `root` for the trust root that issues now; `root-` and the first 16 hexadecimal digits of a root's key identifier for that root; or the `crt_…` identifier of a publisher CA certificate.
                 * @example root-9f86d081884c7d65
                 */
                revocationListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevocationListAnswer"];
                    "application/pkix-crl": string;
                };
            };
            /** @description The document has an ETag that `If-None-Match` names (RFC 9110 §15.4.5). The answer has no body. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ValidateIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateIdentityRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityValidationAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateIdentityChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIdentityChallengeRequest"];
            };
        };
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityChallengeAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetVerificationKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySetAnswer"];
                    "application/jwk-set+json": components["schemas"]["JsonWebKeySet"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyLifecycle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyLifecycleRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LifecycleVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOwnershipRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyPublisher: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyPublisherRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublisherVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyRevocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRevocationRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevocationVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetStatusList: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of documents that the caller has, or `*`. If the document without its envelope has one of these ETags, the answer is 304 (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the list: `assets-`, `devices-` or `publishers-` and the number of the shard, e.g. `assets-0`.
                 * @example assets-0
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusListAnswer"];
                    "application/statuslist+jwt": string;
                };
            };
            /** @description The document has an ETag that `If-None-Match` names (RFC 9110 §15.4.5). The answer has no body. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VerifyTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyTicketRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketVerdictAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RedeemTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemTicketRequest"];
            };
        };
        responses: {
            /** @description The redemption. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRedemptionAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4002` The certificate or the signing request cannot be read. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4095` It was done before. `SVC-4096` It is too early for this. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4226` The presented certificate, key, device, pass or proof is not accepted. `SVC-4227` The terms of the asset do not allow this. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetTicketRedemption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the redemption.
                 * @example rdm_01kf05yaj0fg8rwb8000000001
                 */
                redemptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redemption. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRedemptionAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CreateWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWalletRequest"];
            };
        };
        responses: {
            /** @description The new wallet. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListOwnedAssets: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedAssetListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ClaimAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimAssetRequest"];
            };
        };
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListBalances: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListWalletKeys: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletKeyListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    RotateWalletKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWalletKeyRequest"];
            };
        };
        responses: {
            /** @description The wallet with its new key. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ResolvePaymentReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Payment reference (ISO 11649), without spaces.
                 * @example RF18539007547034
                 */
                reference: components["parameters"]["ReferenceParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    DeclinePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Payment reference (ISO 11649), without spaces.
                 * @example RF18539007547034
                 */
                reference: components["parameters"]["ReferenceParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclinePaymentRequest"];
            };
        };
        responses: {
            /** @description The failed payment. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    AuthorizePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description The payment to authorise.
                 * @example pay_01kf05yaj0fg8rwb8000000001
                 */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizePaymentRequest"];
            };
        };
        responses: {
            /** @description The completed payment. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4223` The balance is too low. `SVC-4225` The amount is not allowed here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListRecoveries: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recoveries of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    StartRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRecoveryRequest"];
            };
        };
        responses: {
            /** @description The recovery. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the recovery.
                 * @example rcv_01kf05yaj0fg8rwb8000000001
                 */
                recoveryId: components["parameters"]["RecoveryIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CompleteRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the recovery.
                 * @example rcv_01kf05yaj0fg8rwb8000000001
                 */
                recoveryId: components["parameters"]["RecoveryIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The completed recovery. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4096` It is too early for this. `SVC-4098` A limit of the resource is reached. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    VetoRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the recovery.
                 * @example rcv_01kf05yaj0fg8rwb8000000001
                 */
                recoveryId: components["parameters"]["RecoveryIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VetoRecoveryRequest"];
            };
        };
        responses: {
            /** @description The vetoed recovery. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    SetRecoveryKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRecoveryKeyRequest"];
            };
        };
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListWalletTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this kind. */
                kind?: components["schemas"]["TransactionKind"];
                /** @description Only transactions in this asset type. */
                assetType?: string;
                /** @description Only transactions that were committed at this time or later. */
                fromTime?: string;
                /** @description Only transactions that were committed before this time. */
                toTime?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransactionListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetWalletTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the transaction.
                 * @example txn_01kf05yaj0fg8rwb8000000002
                 */
                transactionId: components["parameters"]["TransactionIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransactionAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    ListTransfers: {
        parameters: {
            query?: {
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of the page before. Omit for the first page. */
                pageToken?: components["parameters"]["PageTokenParameter"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfers of this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferListAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4005` The page token does not belong to this list and filter. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    OfferTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferTransferRequest"];
            };
        };
        responses: {
            /** @description The transfer. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4090` It exists already. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4227` The terms of the asset do not allow this. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    GetTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the transfer.
                 * @example trf_01kf05yaj0fg8rwb8000000005
                 */
                transferId: components["parameters"]["TransferIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    AcceptTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the transfer.
                 * @example trf_01kf05yaj0fg8rwb8000000005
                 */
                transferId: components["parameters"]["TransferIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptTransferRequest"];
            };
        };
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4094` The resource is not in a state that allows this now. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. `SVC-4227` The terms of the asset do not allow this. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    CancelTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the transfer.
                 * @example trf_01kf05yaj0fg8rwb8000000005
                 */
                transferId: components["parameters"]["TransferIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    DeclineTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Identifier of the transfer.
                 * @example trf_01kf05yaj0fg8rwb8000000005
                 */
                transferId: components["parameters"]["TransferIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnershipTransferAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `SVC-4030` The credential does not permit this operation. */
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4091` The resource is in a final state that does not allow this. `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4222` The Idempotency-Key was used with another request. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    TransferValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the sending wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000003
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferValueRequest"];
            };
        };
        responses: {
            /** @description The transaction, as the sender sees it. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransactionAnswer"];
                };
            };
            /** @description `SVC-4000` The request is not valid; `errors` names each field. `SVC-4001` The body is not a strict JSON object. `SVC-4004` The Idempotency-Key must be 1 to 255 visible ASCII characters. */
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. `SVC-4097` Only the operator of the service can make this possible. */
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `SVC-4221` The request names something that does not exist or cannot be used here. `SVC-4222` The Idempotency-Key was used with another request. `SVC-4223` The balance is too low. `SVC-4225` The amount is not allowed here. `SVC-4227` The terms of the asset do not allow this. */
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
}
