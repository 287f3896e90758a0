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
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists events, oldest first
         * @description A merchant or publisher sees its own events in one order that never changes. New events only come after the events that were returned before. The order of the events of different tenants, which only the operator sees, is not defined.
         *
         *     The service does not deliver events. Store `nextPageToken` of each answer, and call this method with it to get the events since then. The token is present in every answer. When no event has happened since, the answer has no items and the token of the request: wait, and call again with the same token.
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
         * Cancel a payment by the idempotency key of its creation
         * @description For a caller that does not know whether its CreatePayment came through. If a payment was created under the key, it is cancelled as CancelPayment does (SVC-4091 if it is completed or failed; the key is left as it is then). If none was, the key is stopped. Either way a CreatePayment with the key, a late or repeated one, is refused from then on with SVC-4091, reason `IDEMPOTENCY_KEY_CANCELLED`, and creates nothing, as long as keys are kept (30 days by default). If one is being executed at this moment, its end is waited for. A repeat changes nothing and answers the same.
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
         * List merchants, newest first
         * @description With `namePrefix` the list is in the order of the names.
         *
         *     Needs a credential with the scope `merchants.admin`.
         */
        get: operations["ListMerchants"];
        put?: never;
        /**
         * Register merchant
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
         * Retrieve merchant information
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
         * @description The fields of the request change; `updateMask` clears a field.
         *
         *     A merchant changes its addresses itself. The name, which payers see before they pay, is changed by the operator only (`merchants.admin`): SVC-4030 with `NAME_BY_OPERATOR` otherwise.
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
         * List the API keys of the merchant, newest first, without their secrets
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListApiKeys"];
        put?: never;
        /**
         * Create an API key of the merchant
         * @description The answer holds the whole key, once; the service keeps only a hash of its secret. A repeat with the same `Idempotency-Key` returns the same answer. A key can be given no scope that its creator does not hold.
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Retrieve an API key, without its secret
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
         * Revoke an API key
         * @description If it is already revoked this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Replace an API key by a new one with the same name and scopes, of the same terminal
         * @description The answer holds the whole new key, once. The old one is accepted for an overlap that the caller states, so that callers can be moved over one by one; then it expires. A key is replaced once (SVC-4095 with `API_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `API_KEY_NOT_ACTIVE`). The caller has to hold every scope of the key.
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * List the balances of a merchant, by asset type
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
         * List the certificates of the merchant and of its terminals, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListMerchantCertificates"];
        put?: never;
        /**
         * Obtain merchant certificate: a signing request in, a certificate and its chain out
         * @description Only the key is taken from the request, and its signature proves that the merchant has it; names come from the registry. It is good for 90 days. Certificates overlap: those that there are stay in force. Three certificates of one key can be in force (SVC-4098 beyond), a key is one merchant's and one terminal's, and none is issued for a key that was revoked as compromised (SVC-4226).
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Retrieve a certificate of the merchant
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
         * Revoke a certificate of the merchant: it stands on the revocation list of its issuer from then on
         * @description If it is already revoked this call succeeds and changes nothing: time and reason stay those of the first call. A compromised key (`KEY_COMPROMISE`) takes every certificate of that key along and gets no new one.
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * List the terminals of the merchant, newest first
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListMerchantDevices"];
        put?: never;
        /**
         * Enrol a terminal
         * @description With a signing request of the terminal's key its certificate is issued in the same call, as by IssueMerchantCertificate. What the terminal calls with is an API key that is created for it (`deviceId`).
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Retrieve a terminal
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
         * Remove a terminal for ever: its API keys and its certificates are revoked
         * @description If it is already removed this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Put a suspended terminal back into use
         * @description If it is already active this call succeeds and changes nothing; one that is removed stays so (SVC-4091).
         *
         *     Needs a credential with the scope `merchants.write`.
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
         * Suspend a terminal: its API keys are refused everywhere within five seconds
         * @description If it is already suspended this call succeeds and changes nothing; one that is removed stays so (SVC-4091).
         *
         *     Needs a credential with the scope `merchants.write`.
         */
        post: operations["SuspendMerchantDevice"];
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
         * Put a suspended merchant back into business
         * @description If it is already active this call succeeds and changes nothing.
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
         * List the changes of the settlement accounts, newest first, with the accounts that the merchant was registered with
         * @description Needs a credential with the scope `merchants.read`.
         */
        get: operations["ListSettlementAccountChanges"];
        put?: never;
        /**
         * Request a change of the account on a network: a new one, another one, or none
         * @description It comes into force after a delay that the deployment sets (two days unless it says otherwise), exactly at its time: settlements that are opened before go to the old account, later ones to the new. Until then it can be cancelled. One change of a network is pending at a time (SVC-4094 with `CHANGE_PENDING`), and what is so already is no change (SVC-4095 with `ACCOUNT_UNCHANGED`). SVC-4221 where the network cannot pay to the account.
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
         * Retrieve a change of a settlement account
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
         * Cancel a pending change: the account stays what it is
         * @description If it is already cancelled this call succeeds and changes nothing; once it is in force it fails with SVC-4091 and `CHANGE_EFFECTIVE`.
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
         * Statement of one account of a merchant: opening balance, entries, closing balance
         * @description The period is closed: no movement of it can still be committed, so that a statement says the same whenever it is asked for, and the next one starts with the balance that this one ends with. A period that is not closed yet is SVC-4096, `PERIOD_OPEN`, with `Retry-After`; the ledger is closed up to about a second ago.
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
         * The statement as camt.053.001.08 (ISO 20022 BankToCustomerStatement), a page of it in each file
         * @description Amounts are in whole units of the asset type, with the code XXX (ISO 4217: no currency); the asset type stands in the account. An amount or balance that the format cannot hold (more than 5 fraction digits or 18 digits) is SVC-4225, `AMOUNT_NOT_EXPRESSIBLE`: nothing is rounded.
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
         * The statement as CSV (RFC 4180), a page of it in each file
         * @description The first line names the columns; then a line for the opening balance of the page, one for each entry, one for the closing balance.
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
         * Suspend a merchant: it takes no payments, gets no certificates and cannot change where it is paid to
         * @description Payments that wait are refused to wallets (SVC-4097) until it is resumed or they expire. What it has taken is settled, can be refunded and read; it can still cancel and revoke. If it is already suspended this call succeeds and changes nothing.
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
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments, newest first
         * @description A merchant sees its own payments only. What is given narrows the list; a page token belongs to the filter that it was made with.
         *
         *     Needs a credential with the scope `payments.read`.
         */
        get: operations["ListPayments"];
        put?: never;
        /**
         * Create payment request
         * @description The payment starts as `pending` and waits for a wallet until it expires. A merchant's credential may only name its own merchant. With an `Idempotency-Key`, a repeat returns the first answer and creates nothing; with a key that was cancelled, the answer is SVC-4091.
         *
         *     With a `presentation` (tap to pay) it is paid in the same step: the answer is `completed`. When the presentation is not the consumer's agreement to just this payment the call is refused (SVC-4031 for a signature of the holder, SVC-4226 for a device) and there is no payment; one that was used before is SVC-4095. When it is, and the wallet holds too little, the payment is `failed` with `INSUFFICIENT_FUNDS` and the presentation is used up: what was declined at a terminal cannot be charged later. Look at `status`, as with every payment.
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
         * Returns a payment with its current status
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
         * Cancel pending payment
         * @description If the payment is already cancelled this call succeeds and changes nothing; if it is completed or failed it fails with SVC-4091. With `If-Match` it is only cancelled as the version that the caller has seen (SVC-4120 otherwise).
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
         * Generate payment reference
         * @description A payment has one reference: a repeat returns the same one. Only a pending payment gets one (SVC-4091 otherwise).
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
         * List publishers, newest first
         * @description Needs a credential with the scope `publishers.admin`.
         */
        get: operations["ListPublishers"];
        put?: never;
        /**
         * Register publisher
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
         * Retrieve a publisher
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
         *     The name is the organisation in its certificates, which the operator vouches for: those that are issued from now on have the new one, those that there are keep theirs.
         *
         *     Needs a credential with the scope `publishers.admin`.
         */
        patch: operations["UpdatePublisher"];
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
         * List the API keys of the publisher, newest first, without their secrets
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherApiKeys"];
        put?: never;
        /**
         * Create an API key of the publisher
         * @description The answer holds the whole key, once; the service keeps only a hash of its secret. A repeat with the same `Idempotency-Key` returns the same answer. A key can be given no scope that its creator does not hold.
         *
         *     Needs a credential with the scope `publishers.write`.
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
         * Retrieve an API key, without its secret
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
         * Revoke an API key
         * @description If it is already revoked this call succeeds and changes nothing.
         *
         *     Needs a credential with the scope `publishers.write`.
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
         * Replace an API key by a new one with the same name and scopes
         * @description The answer holds the whole new key, once. The old one is accepted for an overlap that the caller states, so that callers can be moved over one by one; then it expires. A key is replaced once (SVC-4095 with `API_KEY_ROTATED`), and only while it is accepted (SVC-4091 with `API_KEY_NOT_ACTIVE`). The caller has to hold every scope of the key.
         *
         *     Needs a credential with the scope `publishers.write`.
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
         * List the asset types of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListAssetTypes"];
        put?: never;
        /**
         * Define an asset type
         * @description Its code is unique in the service (SVC-4090 otherwise) and every network it names has to be served (SVC-4221 otherwise). A type without networks is for goods, tickets or identities: payments cannot be made in it.
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
         * Retrieve an asset type
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
         * @description The fields of the request change; `updateMask` puts a policy back to its default. Code and decimals never change.
         *
         *     A change counts for every refund and every verification that begins after it. Networks are only ever added, because settlements may use those that there are: SVC-4094 for a list that lacks one of them.
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
         * Issue an asset
         * @description It starts as `issued`.
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
         * Issue up to 1,000 assets in one request
         * @description Each item gets its result, in the order of the items. An item that is wrong fails by itself and the others are issued; what is issued is issued together, or nothing is. A body of up to 4,000,000 bytes is taken.
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
         * Put an asset into use
         * @description From `issued`. If it is already active this call succeeds and changes nothing. Otherwise SVC-4094, or SVC-4091 for a final status.
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
         * Issue a claim code for an asset that nobody owns yet
         * @description Whoever has `transferId` and `claimCode` can claim the asset once it is in use. The code is shown once: only its hash is kept. It replaces the code before it. An asset that has an owner fails with SVC-4094, `ASSET_OWNED`.
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
         * List the devices of an asset, revoked ones too, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListDevices"];
        put?: never;
        /**
         * Bind a device to an asset
         * @description By one of: a signing request of the chip's key, for which the service issues the device certificate under a CA that it keeps for the publisher; a device certificate that the publisher has signed with its own CA key, SVC-4226 when that does not lead to a valid certificate of this publisher; the secp256k1 key of a chip that has no certificate; the keys of an NTAG 424 DNA tag.
         *
         *     A chip is bound to one asset at a time: SVC-4090 when its serial number is bound already, for this publisher, or its key, for any. The key of a chip with a certificate stays with the publisher that bound it first, also after the device is revoked: SVC-4226 with the reason `KEY_OF_OTHER_PUBLISHER` for all others. An asset has one tag at a time: SVC-4090 when it has one.
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
         * Retrieve a device bound to an asset
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
         * Issue a pass for a device of an asset
         * @description Every call signs a new one; none is kept here. It goes onto the device or into the wallet, and tells a verifier in which entries of which status lists the asset, the device and the publisher stand. It is worth nothing without the device's signature.
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
         * Revoke a device for ever; nothing that it presents is trusted any more
         * @description If it is already revoked this call succeeds and changes nothing, the reason included. The asset stays as it is. The chip may then be bound to an asset again: with a certificate by a new one, otherwise by the same key or keys.
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
         * Give an asset that nobody owns yet to a wallet
         * @description The wallet owns it at once. The asset has to be in use (SVC-4094, `ASSET_NOT_ACTIVE`); one that has an owner fails with SVC-4094, `ASSET_OWNED`, whoever that is. An open claim code is withdrawn.
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
         * Put a suspended asset back into use
         * @description From `suspended`. If it is already active this call succeeds and changes nothing. Otherwise SVC-4094, or SVC-4091 for a final status.
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
         * Retire an asset at the end of its life
         * @description From `active` or `suspended`. If it is already retired this call succeeds and changes nothing. Otherwise SVC-4094, or SVC-4091 for a final status.
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
         * Revoke an asset for ever; it is no longer trusted and the event `asset.revoked` is recorded
         * @description From `issued`, `active` or `suspended`. If it is already revoked this call succeeds and changes nothing; otherwise SVC-4091.
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
         * Take an asset out of use for a time
         * @description From `active`. If it is already suspended this call succeeds and changes nothing. Otherwise SVC-4094, or SVC-4091 for a final status.
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
         * List what a publisher has issued, by asset type
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
         * List the certificates of the publisher, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListPublisherCertificates"];
        put?: never;
        /**
         * Obtain publisher certificate: a signing request in, a constrained CA certificate and its chain out
         * @description Only the key is taken from the request; subject and constraints come from the registry. Certificates overlap: those that there are stay in force, and a device is trusted by the one whose key identifier its certificate names. Three certificates of one key can be in force (SVC-4098 beyond), and none is issued for a key that was revoked as compromised, or that another publisher has had certified (SVC-4226, `KEY_COMPROMISED`, `KEY_OF_OTHER_PUBLISHER`): take a new one.
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
         * Retrieve a certificate of the publisher
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
         * Revoke a certificate of the publisher: no device under it is trusted any more
         * @description If it is already revoked this call succeeds and changes nothing: time and reason stay those of the first call. A compromised key (`KEY_COMPROMISE`, `CA_COMPROMISE`) takes every certificate of that key along.
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
         * List the keys that the publisher signs digital identities with, newest first
         * @description Needs a credential with the scope `publishers.read`.
         */
        get: operations["ListIdentityIssuers"];
        put?: never;
        /**
         * Register a key that the publisher signs digital identities with
         * @description Either a signing request of the key, for which the service issues the certificate under a CA that it keeps for the publisher, or a certificate that the publisher has signed with its own CA key (SVC-4226 when it would not be accepted). Credentials are SD-JWT VCs (RFC 9901) whose header carries this certificate in `x5c`; they are valid no longer than it is.
         *
         *     A key that the publisher has revoked is never registered again, in whatever certificate: SVC-4226, KEY_REVOKED.
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
         * Retrieve a key that the publisher signs digital identities with
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
         * Revoke a key that the publisher signs digital identities with: nothing that it signed is accepted any more, whichever of the publisher's certificates of this key comes with it
         * @description If it is already revoked this call succeeds and changes nothing. The key cannot be registered again.
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
         * List the issuance jobs of the publisher, newest first
         * @description Needs a credential with the scope `publishers.issue`.
         */
        get: operations["ListIssuanceJobs"];
        put?: never;
        /**
         * Begin an issuance job
         * @description A job of the same reference and number of items that exists already is answered as it is: so an upload is taken up again. With another number of items it is SVC-4090.
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
         * Retrieve an issuance job: how far it is
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
         * List the results of the items of an issuance job, by index
         * @description Needs a credential with the scope `publishers.issue`.
         */
        get: operations["ListIssuanceItems"];
        put?: never;
        /**
         * Add up to 1,000 items to an issuance job
         * @description `firstIndex` is the index of the first of them. Items that the job has already, and that are the same, are answered with the results that they have, so a request whose answer was lost can be sent again, also together with new items. Items that would leave a gap, or differ from those that the job has, are SVC-4094 with the reason `ITEMS_MISSING` or `ITEMS_DIFFER`. A body of up to 4,000,000 bytes is taken.
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
         * Issue value of an asset type to a wallet
         * @description The type has to have a network (SVC-4221 otherwise).
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
         * Put a suspended publisher back into business
         * @description If it is already active this call succeeds and changes nothing.
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
         * Suspend a publisher: it may not issue and its assets are not trusted; it can still revoke what it has issued
         * @description If it is already suspended this call succeeds and changes nothing.
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
         * List refunds, newest first
         * @description A merchant sees its own refunds only.
         *
         *     Needs a credential with the scope `refunds.read`.
         */
        get: operations["ListRefunds"];
        put?: never;
        /**
         * Request refund
         * @description Eligibility is validated before anything moves: the original transaction is a completed payment of this merchant, the publisher's policy supports refunds and its window is open, the amount is not above what is still refundable, and the merchant's balance covers it. Otherwise nothing has moved, and the code says what to do: SVC-4224 against the policy, SVC-4225 above what is left, SVC-4095 when all is refunded, SVC-4223 when the balance is short. The policy is the present one. Partial and repeated refunds are allowed up to the paid amount. CheckRefundEligibility tells beforehand.
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
         * Ask whether a refund is eligible, without requesting it
         * @description A dry run by the very rule that CreateRefund applies: whether it is allowed, how much at most, every reason against it and the version of the policy. What makes the request itself wrong (an unknown transaction, a malformed amount) is the same error as there. It reserves nothing: what is said holds for the moment.
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
         * Retrieve a refund
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
         * List settlements, newest first; with `paymentId`, the settlement of that payment
         * @description A merchant sees its own settlements only.
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
         * Query settlement status
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
         * Retrieve blockchain reference
         * @description SVC-4096 while the transfer has not been prepared.
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
         * View confirmation count
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
         * List the payments and refunds of a settlement: payments first, each oldest first
         * @description Payments less refunds are its amount, to the unit.
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
         * List transactions, newest first
         * @description Every movement of value is one: an issue, a payment, a refund, a settlement, a payout, a transfer. A merchant and a publisher see what moved on their own accounts. What is given together has to hold together. A transaction that is being committed just now can appear in front of those already listed; what has to be complete is read as a statement.
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
         * Query transaction status
         * @description A merchant sees the transactions that it is a party of, with the entries on its own accounts; a publisher sees those on its issuance accounts.
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
         * Create a wallet for a holder's public key
         * @description A key belongs to one wallet, also after it was replaced (SVC-4090 otherwise).
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Retrieve a wallet
         * @description Needs a credential with the scope `wallets.read`.
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
         * List the assets that the wallet owns, the last acquired first
         * @description Needs a credential with the scope `wallets.read`.
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
         * Claim an asset by a claim code: from then on the wallet owns it
         * @description The acceptance is a compact JWS as AcceptTransfer has it, with `claimCodeHash` (SHA-256 of the code's text, base64url) in place of `offerHash`. A code is good once; after five wrong tries it is locked. A wrong, used, locked, expired or withdrawn code, an unknown transfer and an asset that is not in use get the same answer: SVC-4221, `CLAIM_NOT_ACCEPTED`. A code that could be used but for its publisher, which is suspended, is SVC-4097, `PUBLISHER_NOT_ACTIVE`, and stays good. A repeat by the wallet that has claimed it gets the same answer as before.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Balances of a wallet, one for each asset type that it has held
         * @description Needs a credential with the scope `wallets.read`.
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
         * List the keys that a wallet has and has had, newest first
         * @description Needs a credential with the scope `wallets.read`.
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
         * Replace the key of a wallet, by its holder
         * @description The old key agrees and the new one shows that it is in hand: both sign `typ` `pda-rotate+jws` with `walletId`, `oldKey` and `newKey`. From then on only the new key authorises payments, transfers and proofs of ownership; what the old one has signed and is not executed yet is refused (SVC-4031, `KEY_RETIRED`), offers of ownership that wait for their recipient included. What the wallet owns and holds stays with it. A recovery that waits is vetoed. A key that any wallet has or has had is refused with SVC-4090.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Look a payment reference up
         * @description Says what is asked for and what the wallet has to sign.
         *
         *     Needs a credential with the scope `wallets.read`.
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
         * Decline a payment request
         * @description The payment fails with `DECLINED`, so that the merchant need not wait for its expiry. What is signed is a compact JWS (RFC 7515, ES256) with `typ` `pda-decline+jws` over the same claims as an authorisation. A repeat by the wallet that declined it returns the same answer; a payment that is no longer pending is SVC-4091.
         *
         *     Needs a credential with the scope `wallets.pay`.
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
         * Authorise a payment by the holder's signature; the amount moves and the payment completes, in one step
         * @description The authorisation is a compact JWS (RFC 7515, ES256) with `typ` `pda-pay+jws` over `aud`, `nonce`, `iat`, `exp` (at most 300 s after `iat`), `paymentId`, `amount`, `assetType` and `merchantId`, exactly as the payment request says. A payment is paid once: a repeat by the wallet that paid it returns the same answer; any other gets SVC-4091.
         *
         *     Needs a credential with the scope `wallets.pay`.
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
         * List the recoveries of a wallet, newest first
         * @description Needs a credential with the scope `wallets.read`.
         */
        get: operations["ListRecoveries"];
        put?: never;
        /**
         * Start to replace a key that its holder has lost
         * @description The recovery key and the new key both sign `typ` `pda-recover+jws` with `walletId`, `oldKey` (the wallet's present key) and `newKey`. A delay follows (72 hours unless the deployment says otherwise) in which whoever still has the present key can veto; everything else goes on as before. One recovery of a wallet waits at a time: a newer one takes the place of the one before. A wallet sees five in 30 days at most (SVC-4098, `RECOVERY_LIMIT`). Without a recovery key there is no recovery (SVC-4091, `RECOVERY_KEY_MISSING`), by nobody. The same statement again gets the recovery as it is now.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Retrieve a recovery
         * @description Needs a credential with the scope `wallets.read`.
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
         * Complete a recovery once its delay is over: from then on only the new key counts, as after a rotation
         * @description Nothing is signed: what there is to agree to was signed when it was started. Before its time it fails with SVC-4096 (`RECOVERY_TOO_EARLY`). If it is completed already this call succeeds.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Veto a recovery, by the holder
         * @description The present key signs `typ` `pda-veto+jws` with `walletId` and `recoveryId`. If it is vetoed already this call succeeds; in any other end it fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Register the key that may start a recovery, or another in its place, by the holder
         * @description The holder signs `typ` `pda-recovery-key+jws` with `walletId` and `recoveryKey`. The recovery key can do nothing but start a recovery; it may be a custodian's and the same for many wallets. A recovery that waits is vetoed. The same statement again changes nothing.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * List the transactions of a wallet, newest first
         * @description Each shows what it did to this wallet and nothing of what it did to others.
         *
         *     Needs a credential with the scope `wallets.read`.
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
         * Retrieve a transaction of a wallet
         * @description Needs a credential with the scope `wallets.read`.
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
         * List the transfers that the wallet is a party of, newest first
         * @description Needs a credential with the scope `wallets.read`.
         */
        get: operations["ListTransfers"];
        put?: never;
        /**
         * Offer an asset to another owner
         * @description The offer is a compact JWS (RFC 7515, ES256) of the owner with `typ` `pda-transfer+jws` over `aud` (this service), `nonce` (22 to 86 characters of base64url of the wallet's own making), `iat`, `exp` (until when the offer stands, at most 30 days), `transferId` (`trf_…`, made by the wallet), `assetId`, `seq` (a number: one more than the `sequence` of the owner), `prevEntryHash` (the `entryHash` of the owner) and exactly one of `toKey` (RFC 7638 thumbprint of the recipient's key) and `claimCodeHash` (SHA-256 of a claim code's text, base64url: whoever has the code can claim the asset).
         *
         *     One offer of an asset is open at a time (SVC-4094, `TRANSFER_OPEN`). Not the owner, an unknown asset and an asset that is not in use get the same answer: SVC-4221, `ASSET_NOT_OWNED`. While the asset's publisher is suspended nothing is offered, accepted or claimed: SVC-4097, `PUBLISHER_NOT_ACTIVE`. The same offer again gets the transfer as it is now.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Retrieve a transfer that the wallet is a party of
         * @description Needs a credential with the scope `wallets.read`.
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
         * Accept a transfer: from then on the wallet owns the asset
         * @description The acceptance is a compact JWS (RFC 7515, ES256) of the recipient with `typ` `pda-transfer+jws` over `aud` (this service), `nonce` (22 to 86 characters of base64url of the wallet's own making), `iat`, `exp` (at most 300 s after `iat`), `transferId`, `offerHash` and `newOwnerKey` (RFC 7638 thumbprint of the recipient's key). A repeat by the same wallet gets the same answer. The asset has to be in use (SVC-4094, `ASSET_NOT_ACTIVE`) and its publisher in business (SVC-4097, `PUBLISHER_NOT_ACTIVE`).
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Cancel a transfer, by the owner who offered it
         * @description If it is cancelled already this call succeeds; in any other end it fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Decline a transfer, by its recipient
         * @description If it is declined already this call succeeds; in any other end it fails with SVC-4091.
         *
         *     Needs a credential with the scope `wallets.write`.
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
         * Give value to another wallet, by the holder's signature
         * @description The authorisation is a compact JWS (RFC 7515, ES256) of the holder with `typ` `pda-value-transfer+jws` over `aud` (this service), `nonce` (22 to 86 characters of base64url of the wallet's own making), `iat`, `exp` (at most 300 s after `iat`), `walletId`, `toWalletId`, `amount` and `assetType`, exactly as the request says. A nonce of a wallet counts once: the same statement again, under whatever `Idempotency-Key`, moves nothing and gets the same transaction; another one with its nonce gets SVC-4095 (`NONCE_USED`). Whether value of a type may go from holder to holder says its policy (`transferable`, SVC-4227 otherwise). Whether there is such a receiver is told last, to who has signed and has the amount: SVC-4221, `UNKNOWN_WALLET`.
         *
         *     Needs a credential with the scope `wallets.pay`.
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
         * @description What a ledger account holds.
         *
         *     - `issuance`: What a publisher has issued and owes: the only account that is below zero.
         *     - `wallet`: What a holder can spend.
         *     - `merchant`: What a merchant was paid and is not being settled yet.
         *     - `clearing`: What is being settled to a merchant and not final yet.
         *     - `settled`: What was settled to a merchant.
         *
         *     The list may grow. A value that you do not know: leave the entry out.
         * @enum {string}
         */
        AccountKind: "issuance" | "wallet" | "merchant" | "clearing" | "settled";
        /** @description Request of AddIssuanceItems. */
        AddIssuanceItemsRequest: {
            /**
             * Format: int32
             * @description Index of the first of these items, from 0.
             */
            firstIndex?: number;
            /** @description The assets, 1 to 1,000. */
            items: components["schemas"]["AssetSpecification"][];
        };
        /** @description Response of AddIssuanceItems. */
        AddIssuanceItemsResult: {
            /** @description The result of each item, in their order. */
            items: components["schemas"]["IssuanceItem"][];
            /** @description The job after them. */
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
        /**
         * @description Operation result of an answer that is not an error.
         * @enum {string}
         */
        AnswerStatus: "ok" | "created";
        /** @description A credential of a merchant. The secret is shown once, when the key is created. */
        ApiKey: {
            /** @description Identifier, `key_…`; the visible part of the key. */
            apiKeyId: string;
            /** @description The merchant that it acts for. */
            merchantId: string;
            /** @description What it is used for. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
            /** @description State of the key. */
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokeTime?: string;
            /** @description The terminal that it belongs to; absent where it belongs to none. It is refused while the terminal is suspended. */
            deviceId?: string;
            /**
             * Format: date-time
             * @description When it stops being accepted; absent where it does not end by itself.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When it was last used, within about a minute; absent while it never was.
             */
            lastUseTime?: string;
            /** @description The key whose place it has taken; absent where it took none's. */
            replacesApiKeyId?: string;
            /** @description The key that has taken its place; absent while none has. */
            replacedByApiKeyId?: string;
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
         * @description State of an API key.
         *
         *     - `active`: Accepted.
         *     - `revoked`: Refused everywhere within five seconds. Terminal.
         *     - `expired`: Its time is over: refused as a revoked one is. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the key as one that does not work.
         * @enum {string}
         */
        ApiKeyStatus: "active" | "revoked" | "expired";
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
        /** @description An event in CloudEvents 1.0 form. */
        AssetEvent: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /**
             * @description Type of the event, e.g. `payment.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "asset.revoked" | "ownership.transferred";
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as `page_token` of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["AssetEventData"];
        };
        /** @description The asset. Present in asset events. */
        AssetEventData: {
            /** @description The asset. Present in asset events. */
            asset: components["schemas"]["Asset"];
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
        AssetKind: "good" | "ticket" | "identity" | "value";
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
        /** @description What holds for every asset of a type besides refunds. */
        AssetPolicy: {
            /** @description Holders may transfer ownership of an asset to another holder. Default: true. */
            transferable?: boolean;
            /** @description What has to be shown at least before an asset is trusted, not `none`. Default: `static`. */
            minimumAssurance?: components["schemas"]["Assurance"];
            /** @description What an asset can be used for, in the publisher's own words, e.g. `pay`, `redeem`, `transfer`, `refund`: at most 32 words of 1 to 32 lower-case letters, digits and `_`, a letter first. */
            capabilities: string[];
        };
        /** @description What holds for every asset of a type besides refunds. */
        AssetPolicyInput: {
            /** @description Holders may transfer ownership of an asset to another holder. Default: true. */
            transferable?: boolean;
            /**
             * @description What has to be shown at least before an asset is trusted, not `none`. Default: `static`.
             * @enum {string}
             */
            minimumAssurance?: "static" | "dynamic_mac" | "proof_of_possession";
            /** @description What an asset can be used for, in the publisher's own words, e.g. `pay`, `redeem`, `transfer`, `refund`: at most 32 words of 1 to 32 lower-case letters, digits and `_`, a letter first. */
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
        /** @description An asset to be issued as one of many. */
        AssetSpecification: {
            /** @description What the asset is. */
            assetProfile: components["schemas"]["AssetProfileInput"];
            /** @description Networks that it can be used on, CAIP-2. */
            supportedNetworks?: string[];
            /** @description Public facts on the asset: at most 50 keys of 40 characters with values of 500. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Code of an asset type of this publisher, whose policy then holds for the asset. Without one the default policy does. It is no part of the public information on the asset. */
            assetType?: string;
            /** @description The publisher's own key of this asset, such as its serial number: up to 64 visible ASCII characters. At most one asset of the publisher ever has it: the same item again is answered with the asset that there is (`already_issued`), another item with the same reference fails (SVC-4090). It is never shown to others. */
            reference?: string;
            /** @description On what terms the ticket can be redeemed; for assets of the kind `ticket` only (SVC-4000 otherwise). A ticket without terms can be redeemed once, at any time, at any gate, by its publisher. */
            ticket?: components["schemas"]["TicketTermsInput"];
        };
        /** @description A kind of asset with the policy that its publisher has set for it: a stablecoin that payments are made in, or a kind of goods, tickets or identities. */
        AssetType: {
            /** @description Identifier, `aty_…`. */
            assetTypeId: string;
            /** @description Code, e.g. `USDX`: what payments name. */
            assetType: string;
            /** @description The publisher that defined it. */
            publisherId: string;
            /** @description Name for people. */
            name: string;
            /**
             * Format: int64
             * @description Fraction digits of an amount.
             */
            decimals: number;
            /** @description Refund policy. */
            refundPolicy: components["schemas"]["RefundPolicy"];
            /** @description Its identity on each of its networks, CAIP-19; none for a type that payments cannot be made in. */
            networks: string[];
            /**
             * Format: date-time
             * @description When it was defined.
             */
            createTime: string;
            /** @description What holds for every asset of the type. */
            policy: components["schemas"]["AssetPolicy"];
            /**
             * Format: int32
             * @description Grows with each change of the type.
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
        Assurance: "none" | "static" | "dynamic_mac" | "proof_of_possession";
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
        /** @description Balance of one asset type. */
        Balance: {
            /** @description Asset type. */
            assetType: string;
            /** @description Decimal string in whole units of the asset type. */
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
            /** @description The assets, 1 to 1,000. */
            items: components["schemas"]["AssetSpecification"][];
        };
        /** @description Response of BatchIssueAssets. */
        BatchIssueAssetsResult: {
            /** @description The result of each item, in their order. */
            items: components["schemas"]["IssuanceItem"][];
            /**
             * Format: int32
             * @description Items whose asset is new.
             */
            issuedCount: number;
            /**
             * Format: int32
             * @description Items whose asset there was already.
             */
            alreadyIssuedCount: number;
            /**
             * Format: int32
             * @description Items that failed.
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
            /** @description Serial number of the chip: 1 to 64 letters, digits, colons, dots and hyphens. Of a tag it is its UID, 14 hexadecimal digits in capitals. */
            serialNumber: string;
            /** @description PKCS#10 of the chip's P-256 key, PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest?: string;
            /** @description Device certificate signed by the publisher's CA key, PEM or base64 DER. */
            deviceCertificate?: string;
            /** @description Key of a chip that has no certificate. */
            rawKey?: components["schemas"]["RawKey"];
            /** @description Keys of an NTAG 424 DNA tag. */
            ntag424?: components["schemas"]["Ntag424Keys"];
        };
        /** @description Where to find a settlement on its network. */
        BlockchainReference: {
            /** @description The settlement. */
            settlementId: string;
            /** @description Network, CAIP-2. */
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
         * @description Why a certificate was withdrawn: the reasons of RFC 5280 §5.3.1 that end its life. Without one it is not stated.
         *
         *     - `KEY_COMPROMISE`: The private key is known to others, or may be. Withdraws every certificate of the same key.
         *     - `CA_COMPROMISE`: The same of a CA's key. Withdraws every certificate of the same key.
         *     - `AFFILIATION_CHANGED`: The name or other facts in the certificate have changed.
         *     - `SUPERSEDED`: A newer certificate has taken its place.
         *     - `CESSATION_OF_OPERATION`: It is no longer needed.
         *     - `PRIVILEGE_WITHDRAWN`: A right that it conveys was taken away.
         *
         *     The list may grow. A value that you do not know: treat the certificate as revoked, whatever the reason.
         * @enum {string}
         */
        CertificateRevocationReason: "KEY_COMPROMISE" | "CA_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
        /**
         * @description State of a certificate.
         *
         *     - `active`: Accepted within its validity.
         *     - `revoked`: Withdrawn. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the certificate as one that must not be relied on.
         * @enum {string}
         */
        CertificateStatus: "active" | "revoked";
        /** @description Challenge that a device signs once. */
        Challenge: {
            /** @description 32 random bytes in base64url without padding: 43 characters. */
            nonce: string;
            /** @description The asset that the challenge was created for. */
            assetId: string;
            /** @description Who relies on the proof. The device signs this text unchanged. */
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
            /** @description Why the check failed, e.g. `UNTRUSTED_ISSUER`. The asset's publisher gets exact reasons, and other callers get coarse ones. Absent unless the check failed. */
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
        CheckOutcome: "passed" | "failed" | "skipped";
        /** @description Request of CheckRefundEligibility. */
        CheckRefundEligibilityRequest: {
            /** @description The transaction to refund: `transactionId` of a completed payment. */
            originalTransaction: string;
            /** @description Amount to refund: decimal string in whole units of the asset type, above zero. Without one, whether anything can be refunded. */
            refundAmount?: string;
        };
        /** @description Request of ClaimAsset. */
        ClaimAssetRequest: {
            /** @description Identifier of the transfer, which comes with the code. */
            transferId: string;
            /** @description The claim code: 128 bits in base64url without padding, 22 characters. */
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
            /** @description Path to the claim from the top of the credential. A step is the name of a member; in an array, the index of an element (from 0), or `*` for all elements. If the path finds several values, one expected value is enough. */
            path: string[];
            /** @description The claim has this truth value, e.g. true for the claim "age_over_18". */
            boolean?: boolean;
            /** @description The claim is one of these texts. */
            text?: components["schemas"]["TextChoice"];
        };
        /** @description How deep the network has confirmed a settlement. */
        Confirmations: {
            /** @description The settlement. */
            settlementId: string;
            /**
             * Format: int64
             * @description Confirmations that the network has given.
             */
            confirmationCount: number;
            /** @description State of the settlement. */
            settlementStatus: components["schemas"]["SettlementStatus"];
            /**
             * Format: int64
             * @description Confirmations below which it is not final.
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
            /** @description What the key is used for, 1 to 120 characters. */
            name: string;
            /** @description What it may do: scopes that a merchant may hold, e.g. `payments.write`. */
            scopes: string[];
            /** @description The terminal that it belongs to. A terminal's key may not hold `merchants.write`, and is refused while the terminal is suspended; removing the terminal revokes it. */
            deviceId?: string;
            /**
             * Format: date-time
             * @description When it stops being accepted; without it, it does not end by itself.
             */
            expireTime?: string;
        };
        /** @description Request of CreateChallenge. */
        CreateChallengeRequest: {
            /** @description Identifier of the asset whose device proves its presence. The call does not check that the asset exists. */
            assetId: string;
            /** @description Who relies on the proof, e.g. the address of a shop: 1 to 255 visible ASCII characters. The device signs it. Default: the base address of the service. */
            audience?: string;
        };
        /** @description Request of CreateIdentityChallenge. */
        CreateIdentityChallengeRequest: {
            /** @description Who relies on the proof, e.g. the client identifier that the wallet shows to its holder: 1 to 255 visible ASCII characters. Default: the base address of the service. */
            audience?: string;
        };
        /** @description Request of CreateIssuanceJob. */
        CreateIssuanceJobRequest: {
            /** @description The publisher's own name of the job, 1 to 128 visible ASCII characters; best made from what is issued, such as a hash of the file. */
            reference: string;
            /**
             * Format: int32
             * @description Items that it is to have, 1 to 100,000.
             */
            itemCount: number;
        };
        /** @description Request of CreatePayment. */
        CreatePaymentRequest: {
            /** @description Amount to pay: a decimal string in whole units of the asset type, above zero, with no more fraction digits than the asset type has. */
            amount: string;
            /** @description Kind of asset used: the code of an asset type that a publisher defined, e.g. `USDX`. */
            assetType: string;
            /** @description Identifier of the merchant. */
            merchantId: string;
            /** @description What is paid for, shown to the payer: 1 to 500 characters, something visible, no control characters. */
            description?: string;
            /** @description The merchant's own reference, e.g. an order number: 1 to 64 characters, something visible, no control characters. Several payments may have the same. */
            orderReference?: string;
            /** @description The merchant's own facts: at most 50 keys of 40 characters with values of 500. Keys that begin with `pda:` have a meaning: in sandbox mode `pda:simulate` makes the payment fail on request (`declined`, `expired`), be answered late (`slow`) or have its settlement taken back once (`reverted`); every other one is refused. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Seconds until it expires if it is not paid; 900 unless given or set by the deployment, which also sets the bounds: 10 seconds to 7 days unless it says otherwise.
             */
            expiresInSeconds?: number;
            /** @description Tap to pay: what the consumer presented at the terminal. */
            presentation?: components["schemas"]["PaymentPresentation"];
        };
        /** @description Request of CreatePublisherApiKey. */
        CreatePublisherApiKeyRequest: {
            /** @description What the key is used for, 1 to 120 characters. */
            name: string;
            /** @description What it may do: scopes that a publisher may hold, e.g. `publishers.issue`. */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it stops being accepted; without it, it does not end by itself.
             */
            expireTime?: string;
        };
        /** @description Request of CreateRefund. */
        CreateRefundRequest: {
            /** @description The transaction to refund: `transactionId` of a completed payment. */
            originalTransaction: string;
            /** @description Amount to refund: decimal string in whole units of the asset type, above zero. */
            refundAmount: string;
            /** @description Reason for the refund, 1 to 500 characters. */
            reason: string;
        };
        /** @description Request of CreateWallet. */
        CreateWalletRequest: {
            /** @description Public key of the holder. */
            holderKey: components["schemas"]["HolderKeyInput"];
            /** @description Public key that may start a recovery when the holder's is lost. The holder can register one later. */
            recoveryKey?: components["schemas"]["HolderKeyInput"];
        };
        /** @description A new API key with its secret. */
        CreatedApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["ApiKey"];
            /** @description The whole key, to be sent as `Authorization: Bearer …`. It is not shown again. */
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
        CreatedPublisherApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["PublisherApiKey"];
            /** @description The whole key, to be sent as `Authorization: Bearer …`. It is not shown again. */
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
        /** @description Request of DeclinePayment. */
        DeclinePaymentRequest: {
            /** @description Compact JWS of the holder, at most 4 KiB. */
            refusal: string;
        };
        /** @description Request of DefineAssetType. */
        DefineAssetTypeRequest: {
            /** @description Code, 2 to 16 capital letters and digits, e.g. `USDX`. */
            assetType: string;
            /** @description Name for people, 1 to 120 characters. */
            name: string;
            /**
             * Format: int64
             * @description Fraction digits of an amount, 0 to 18.
             */
            decimals?: number;
            /** @description Refund policy; without it refunds are not supported. */
            refundPolicy?: components["schemas"]["RefundPolicyInput"];
            /** @description Its identity on each of its networks, CAIP-19. None for a type of goods, tickets or identities. */
            networks?: string[];
            /** @description What holds for every asset of the type; the defaults without it. */
            policy?: components["schemas"]["AssetPolicyInput"];
        };
        /** @description A device (the chip in a physical asset) bound to an asset. */
        DeviceBinding: {
            /** @description Identifier, `dev_…`. */
            deviceId: string;
            /** @description The asset. */
            assetId: string;
            /** @description Serial number of the chip; of a tag its UID. */
            serialNumber: string;
            /** @description The device certificate and its publisher CA, PEM, leaf first: what the device presents. Empty for a device without one. */
            deviceCertificate: string;
            /** @description SHA-256 of the device certificate's DER, hexadecimal. Empty for a device without one. */
            certificateFingerprint: string;
            /**
             * Format: date-time
             * @description End of the certificate's validity. Absent for a device without one.
             */
            notAfterTime?: string;
            /**
             * Format: date-time
             * @description When it was bound.
             */
            createTime: string;
            /** @description What it proves itself by. */
            kind: components["schemas"]["DeviceKind"];
            /** @description Its state. */
            status: components["schemas"]["DeviceStatus"];
            /** @description Public key of a device of kind `raw_key`: compressed point of secp256k1, 66 hexadecimal digits. Absent for the others. */
            publicKey?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokeTime?: string;
            /** @description Why it was revoked, as the publisher said. */
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
         * @description What a device proves itself by.
         *
         *     - `certificate`: A certificate, and the P-256 key in it.
         *     - `raw_key`: A secp256k1 key without a certificate.
         *     - `ntag424`: The keys of an NTAG 424 DNA tag.
         *
         *     The list may grow. A value that you do not know: leave the device out.
         * @enum {string}
         */
        DeviceKind: "certificate" | "raw_key" | "ntag424";
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
        /** @description A pass. */
        DevicePass: {
            /** @description The asset. */
            assetId: string;
            /** @description The device. */
            deviceId: string;
            /** @description The pass: a compact JWS, `typ` `pda-pass+jwt`, verified with the keys of GetVerificationKeys. `sub` is the asset, `cnf.x5t#S256` the SHA-256 of the device's certificate (RFC 8705 §3.1), and `status`, `device_status` and `publisher_status` each hold a `status_list` with `uri` and `idx`. */
            pass: string;
            /**
             * Format: date-time
             * @description Until when it is valid: a year, or the end of the device's certificate where that comes first.
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
         * @description Agreement of the device in an asset of kind `value`, active, of the asset type that is paid, and owned by the wallet: its signature over a challenge of CreateChallenge whose audience is the base address of the service. ECDSA with SHA-256 over these bytes, one after the other; a device with a certificate signs on P-256, one that was bound by its key alone on secp256k1 with s at most half of the order:
         *
         *     1. `PDA-POP-v1` in ASCII (10 bytes)
         *     2. the nonce, decoded (32 bytes)
         *     3. the asset's identifier as text in ASCII, `ast_…` (30 bytes)
         *     4. the SHA-256 of the device's certificate in DER, the leaf alone, or of its public key in its compressed form (32 bytes)
         *     5. the number of bytes of the audience (1 byte)
         *     6. the audience in ASCII (1 to 255 bytes)
         *     7. the merchant's identifier as text in ASCII, `mer_…` (30 bytes)
         *     8. the number of bytes of the asset type's code (1 byte)
         *     9. the code in ASCII (2 to 16 bytes)
         *     10. the number of bytes of the amount (1 byte)
         *     11. the amount in ASCII, canonical: without trailing zeros (1 to 37 bytes)
         *
         *     `docs/vectors/payment-presentation.json` has examples to test an implementation with.
         *
         *     Exactly one of `deviceCertificate`, `publicKey`.
         */
        DevicePresentation: {
            /** @description The asset. */
            assetId: string;
            /** @description Its certificate: PEM, or the DER of the leaf in base64, with at most three intermediates (PEM), 8 KiB. */
            deviceCertificate?: string;
            /** @description Its public key, where it has no certificate: as in `keySignature` of an authenticity verification. */
            publicKey?: string;
            /** @description Nonce of the challenge, as it was given. */
            nonce: string;
            /** @description r and s of the signature, 32 bytes each, big-endian, one after the other, in base64url without padding: 86 characters. */
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
         * @description State of a device.
         *
         *     - `active`: In use. When the publisher revokes it → revoked.
         *     - `revoked`: No longer trusted. A device may not leave this state once entered; its chip may be bound anew.
         *
         *     The list may grow. A value that you do not know: treat the device as one that must not be relied on.
         * @enum {string}
         */
        DeviceStatus: "active" | "revoked";
        /** @description Request of EnrolMerchantDevice. */
        EnrolMerchantDeviceRequest: {
            /** @description What the merchant calls it, 1 to 120 characters. */
            name: string;
            /** @description PKCS#10 request (RFC 2986) for the terminal's P-256 key, PEM or base64 DER, at most 8 KiB; without it no certificate is issued. */
            certificateSigningRequest?: string;
        };
        /** @description A new terminal. */
        EnrolledDevice: {
            /** @description The terminal. */
            device: components["schemas"]["MerchantDevice"];
            /** @description Its certificate; absent where none was asked for. */
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
         * @description Side of an entry, as the account's owner sees it.
         *
         *     - `credit`: The account received it.
         *     - `debit`: It left the account.
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
        Environment: "sandbox" | "production";
        /**
         * @description Service error code. The list may grow: treat an unknown code as its HTTP status says. `x-retryable` lists the codes after which the same request may succeed when it is sent again.
         *
         *     - `SVC-4000`: The request is not valid; `errors` names each field. A field is missing, of the wrong form or out of its limits, or the request is not well-formed. Correct the request; a repeat of the same fails again.
         *     - `SVC-4001`: The body is not a strict JSON object. The body has a fault of syntax, duplicate members, too much depth, another encoding, or numbers that cannot be kept exactly. Correct the program that writes the JSON.
         *     - `SVC-4002`: The certificate or the signing request cannot be read. A certificate or a signing request in the request is not what its standard describes (RFC 5280, RFC 2986), is too large, or is not for an allowed key. Get it again from its source. A certificate that is read but not accepted is SVC-4226.
         *     - `SVC-4004`: The Idempotency-Key must be 1 to 255 visible ASCII characters. The idempotency key is malformed. Correct the program that makes the keys.
         *     - `SVC-4005`: The page token does not belong to this list and filter. Page tokens are opaque and bound to the filter that they were made for. Read the list again from its beginning.
         *     - `SVC-4010`: Invalid publisher certificate Published code: the publisher certificate is foreign, expired, revoked or outside its constraints. A check of a verdict has this code. A call fails with it only where a publisher certificate is the caller's own credential; no operation accepts one as a credential today. A certificate in the body that is not accepted is SVC-4226.
         *     - `SVC-4011`: A valid credential is needed. The caller's own credential is missing, malformed, unknown, expired or revoked. Get a valid credential, then repeat.
         *     - `SVC-4030`: The credential does not permit this operation. The credential is valid but lacks the scope, or the request names another tenant. Use another credential, or ask its owner for the scope.
         *     - `SVC-4031`: The signature does not authorise this. The statement of a wallet is invalid, stale, or made over other values. Nothing was done; show the holder the present values and have them sign again.
         *     - `SVC-4040`: There is no such resource. The resource is unknown, or not visible to this caller: the answer is the same. Check the identifier.
         *     - `SVC-4041`: There is no such path. The path is not part of the interface. Correct the address.
         *     - `SVC-4050`: The path does not have this method. The Allow header lists the methods that the path has. Use one of them.
         *     - `SVC-4060`: The answer is only available as application/json. The Accept header admits no representation that the service has. Accept application/json.
         *     - `SVC-4080`: The request did not arrive in full in time. Send it again on a new connection. The headers or the body of the request did not arrive in time. The service closes the connection; the request had no effect. Repeat it.
         *     - `SVC-4090`: It exists already. A unique name, key or reference is taken. Use another, or use the resource that has it.
         *     - `SVC-4091`: The resource is in a final state that does not allow this. The resource has reached a state that it never leaves, for example when a completed payment is cancelled. The request can never succeed; read the resource to see what became of it.
         *     - `SVC-4092`: A request with this Idempotency-Key is still being processed. Repeat the same request a moment later to get its answer.
         *     - `SVC-4093`: Another request changed the resource at the same moment. Nothing was changed by this request; repeat it.
         *     - `SVC-4094`: The resource is not in a state that allows this now. The present state does not allow the request, and the state can change. Read the resource again and decide; the request may succeed after another step, for example after an asset is activated.
         *     - `SVC-4095`: It was done before. The effect that the request asks for exists already, or what it presents can be used once and was used. Read the resource: treat your own earlier request as success, and refuse everything else.
         *     - `SVC-4096`: It is too early for this. The request becomes possible by time alone. Repeat it at the time that the message names, or after the delay that the answer gives.
         *     - `SVC-4097`: Only the operator of the service can make this possible. The merchant or publisher is suspended, or a key of the service is offline. Do not repeat the request; ask the operator.
         *     - `SVC-4098`: A limit of the resource is reached. The resource has as many of something as it may have. Make room or use another resource, as the reason says.
         *     - `SVC-4120`: The resource has changed since the version that the request is for. The condition names other versions than the present one; nothing was changed. Read the resource again and decide anew.
         *     - `SVC-4130`: The body is larger than the limit. The limit of a body is 1 MiB unless the operation or the deployment sets another. Send less at once.
         *     - `SVC-4140`: The path and the query are longer than the limit. The request target, path and query together, has at most 8,000 bytes. Send fewer parameters.
         *     - `SVC-4150`: The body must be application/json in UTF-8. Content-Type names another media type, charset or encoding. Send JSON and say so.
         *     - `SVC-4170`: The Expect header must be 100-continue or absent. The service knows no expectation but `100-continue`. Remove the header.
         *     - `SVC-4210`: The request is for a host that is not served here. The request names another host than this service. Use the address under which the service is published.
         *     - `SVC-4221`: The request names something that does not exist or cannot be used here. The request names an unknown merchant, asset type, wallet or network; `field` says which. Correct the name.
         *     - `SVC-4222`: The Idempotency-Key was used with another request. A key belongs to one request. Use a new key for a new request.
         *     - `SVC-4223`: The balance is too low. Nothing was moved. Ask for less, or repeat after more value has arrived.
         *     - `SVC-4224`: The refund is not eligible. The transaction or the publisher's policy never allows this refund. Do not repeat it; settle with the customer in another way.
         *     - `SVC-4225`: The amount is not allowed here. The amount has more fraction digits than the asset type has, or is above a maximum. Amounts are never rounded. Correct the amount.
         *     - `SVC-4226`: The presented certificate, key, device, pass or proof is not accepted. Evidence in the body was read and is not accepted; it is not the caller's own credential. At a terminal or a gate: tap again, or refuse. At an enrolment: use another certificate or key.
         *     - `SVC-4227`: The terms of the asset do not allow this. The terms of the asset type or the ticket, which its publisher has set, never allow the request. Do not repeat it.
         *     - `SVC-4290`: Too many requests. Wait as long as the answer says, then repeat.
         *     - `SVC-4310`: The headers are larger than the limit. The headers have at most 16 KiB and 100 lines. Send fewer or shorter headers.
         *     - `SVC-5000`: The service failed unexpectedly. The request id finds the cause in its logs. The service has a defect. Repeating with the same idempotency key is safe; report the request id if the failure stays.
         *     - `SVC-5010`: The service does not know this method. The service knows the methods of RFC 9110 and PATCH. Use the method that the contract names.
         *     - `SVC-5030`: The service is not available right now. A part of the service is away or has too much to do. Wait as long as the answer says and repeat; with the same idempotency key this is safe.
         *     - `SVC-5040`: The request was not finished within its deadline. The effect may or may not have happened. Repeat with the same idempotency key to find out.
         * @enum {string}
         */
        ErrorCode: "SVC-4000" | "SVC-4001" | "SVC-4002" | "SVC-4004" | "SVC-4005" | "SVC-4010" | "SVC-4011" | "SVC-4030" | "SVC-4031" | "SVC-4040" | "SVC-4041" | "SVC-4050" | "SVC-4060" | "SVC-4080" | "SVC-4090" | "SVC-4091" | "SVC-4092" | "SVC-4093" | "SVC-4094" | "SVC-4095" | "SVC-4096" | "SVC-4097" | "SVC-4098" | "SVC-4120" | "SVC-4130" | "SVC-4140" | "SVC-4150" | "SVC-4170" | "SVC-4210" | "SVC-4221" | "SVC-4222" | "SVC-4223" | "SVC-4224" | "SVC-4225" | "SVC-4226" | "SVC-4227" | "SVC-4290" | "SVC-4310" | "SVC-5000" | "SVC-5010" | "SVC-5030" | "SVC-5040";
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
        Event: components["schemas"]["PaymentEvent"] | components["schemas"]["RefundEvent"] | components["schemas"]["SettlementEvent"] | components["schemas"]["AssetEvent"] | components["schemas"]["SettlementAccountChangeEvent"];
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
            /** @description x coordinate, base64url of 32 bytes. */
            x: string;
            /** @description y coordinate, base64url of 32 bytes. */
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
            /** @description x coordinate, base64url of 32 bytes. */
            x: string;
            /** @description y coordinate, base64url of 32 bytes. */
            y: string;
        };
        /** @description Agreement of a wallet's holder: a compact JWS (RFC 7515, ES256) with `typ` `pda-pay+jws` over exactly these claims: `aud` (the base address of the service), `nonce`, `iat`, `exp` (at most 300 s after `iat`), `walletId`, `merchantId`, `amount` (canonical: without trailing zeros) and `assetType`. */
        HolderPresentation: {
            /** @description 32 random bytes that the terminal has made for this tap, in base64url without padding: 43 characters. A merchant uses a nonce once. */
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
            /** @description Identifier of its certificate, `crt_…`. */
            certificateId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The certificate and those above it up to the root, PEM, leaf first. All but the root, which is the last, go into `x5c`. */
            certificateChain: string;
            /** @description Name of the issuer in its certificate: what a credential may have as its `iss`. */
            issuer: string;
            /** @description State of the certificate. */
            status: components["schemas"]["CertificateStatus"];
            /**
             * Format: date-time
             * @description End of its validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was revoked, in real time; absent while it is active.
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
            /** @description Result of the validation. `indeterminate` means that no check failed, and that the status of the credential is kept by another service. */
            outcome: components["schemas"]["VerificationOutcome"];
            /** @description Strength of the evidence: `proof_of_possession` when the request is satisfied, otherwise `none`. */
            assurance: components["schemas"]["Assurance"];
            /** @description Every check in order: "format", "issuer_path", "signature", "disclosures", "validity", "nonce", "key_binding", "status", "requested_claims". Checks after a failed one are skipped. */
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
            /** @description The transaction that issued it, `txn_…`. */
            transactionId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The wallet. */
            walletId: string;
            /** @description Asset type. */
            assetType: string;
            /** @description Amount issued. */
            amount: string;
            /**
             * Format: date-time
             * @description When it was issued.
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
        /** @description The result of one item. */
        IssuanceItem: {
            /**
             * Format: int32
             * @description Place of the item, from 0: in its batch, or in its issuance job.
             */
            index: number;
            /** @description What became of it. */
            status: components["schemas"]["IssuanceItemStatus"];
            /** @description The asset, `ast_…`; absent when the item failed. */
            assetIdentifier?: string;
            /** @description The reference that the item gave, if any. */
            reference?: string;
            /** @description Everything that is wrong with it; empty unless it failed. */
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
         * @description What became of an item.
         *
         *     - `issued`: The asset is new.
         *     - `already_issued`: There was the asset of this reference already; nothing was changed.
         *     - `failed`: Nothing was issued; `errors` says why.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        IssuanceItemStatus: "issued" | "already_issued" | "failed";
        /** @description The issuance of many assets, piece by piece. Each item has its result for good once it was taken, so an upload that broke off goes on at `receivedCount`. */
        IssuanceJob: {
            /** @description Identifier, `isj_…`. */
            issuanceJobId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description The publisher's own name of the job; there is one job of each name. */
            reference: string;
            /** @description State of the job. */
            status: components["schemas"]["IssuanceJobStatus"];
            /**
             * Format: int32
             * @description Items that it is to have.
             */
            itemCount: number;
            /**
             * Format: int32
             * @description Items that it has; the next item has this index.
             */
            receivedCount: number;
            /**
             * Format: int32
             * @description Items whose asset is new.
             */
            issuedCount: number;
            /**
             * Format: int32
             * @description Items whose asset there was already.
             */
            alreadyIssuedCount: number;
            /**
             * Format: int32
             * @description Items that failed.
             */
            failedCount: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it last took items, or was made.
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
         * @description State of an issuance job.
         *
         *     - `open`: Items are to come. → completed when all have come.
         *     - `completed`: Every item has its result. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        IssuanceJobStatus: "open" | "completed";
        /** @description Request of IssueAsset. */
        IssueAssetRequest: {
            /** @description What the asset is. */
            assetProfile: components["schemas"]["AssetProfileInput"];
            /** @description Networks that it can be used on, CAIP-2. */
            supportedNetworks?: string[];
            /** @description Public facts on the asset: at most 50 keys of 40 characters with values of 500. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Code of an asset type of this publisher, whose policy then holds for the asset. Without one the default policy does. It is no part of the public information on the asset. */
            assetType?: string;
            /** @description On what terms the ticket can be redeemed; for assets of the kind `ticket` only (SVC-4000 otherwise). A ticket without terms can be redeemed once, at any time, at any gate, by its publisher. */
            ticket?: components["schemas"]["TicketTermsInput"];
        };
        /** @description Request of IssueClaimCode. */
        IssueClaimCodeRequest: {
            /** @description Seconds for which the code can be used: 60 to 315,360,000 (ten years); 90 days unless given. */
            lifetimeSeconds?: string;
        };
        /** @description Request of IssueMerchantCertificate. */
        IssueMerchantCertificateRequest: {
            /** @description PKCS#10 request (RFC 2986) for a P-256 key, PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest: string;
            /** @description The terminal whose key it is; without it the certificate is the merchant's own. */
            deviceId?: string;
        };
        /** @description Request of IssuePublisherCertificate. */
        IssuePublisherCertificateRequest: {
            /** @description PKCS#10 (RFC 2986), PEM or base64 DER, at most 8 KiB; a P-256 key. */
            certificateSigningRequest: string;
        };
        /** @description Request of IssueValue. */
        IssueValueRequest: {
            /** @description The wallet that gets it. */
            walletId: string;
            /** @description Code of an asset type of this publisher. */
            assetType: string;
            /** @description Decimal string in whole units of the asset type, above zero. */
            amount: string;
        };
        /** @description What is wrong with one item of a request that has many, in the form of an entry of `errors`. */
        ItemFault: {
            /** @description Code of the catalogue, e.g. `SVC-4000`. */
            code: string;
            /** @description Message for people. */
            message: string;
            /** @description Path of the member at fault inside the item, in JSON names; empty when it is the item as a whole. */
            field: string;
            /** @description The cause as a word, finer than the code. */
            reason: string;
        };
        /** @description A public key of this service for signatures, as a JSON Web Key (RFC 7517). */
        JsonWebKey: {
            /** @description Always `EC`. */
            kty: string;
            /** @description Always `sig`. */
            use: string;
            /** @description Always `ES256`. */
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
        /** @description What became of a key that was cancelled. */
        KeyCancellation: {
            /** @description The key. No payment is created under it any more. */
            idempotencyKey: string;
            /** @description The payment that had been created under it, now cancelled; absent when there was none. */
            payment?: components["schemas"]["Payment"];
            /**
             * Format: date-time
             * @description When the key was cancelled first.
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
         * @description How a key came to be replaced.
         *
         *     - `rotation`: By the holder who had it.
         *     - `recovery`: By a recovery, after it was lost.
         *
         *     The list may grow. A value that you do not know: treat the key as retired, whatever the cause.
         * @enum {string}
         */
        KeyRetirement: "rotation" | "recovery";
        /**
         * @description Signature over a challenge of CreateChallenge by a device that was bound by its key alone (`raw_key`): ECDSA on secp256k1 with SHA-256 (ES256K, RFC 8812 §3.2) over these bytes, concatenated:
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
        /** @description One entry of a transaction on one account. Whose account stands on the other side is not shown, only of which kind it is. */
        LedgerEntry: {
            /** @description Kind of the account. */
            account: components["schemas"]["AccountKind"];
            /** @description Whether the account received or gave. */
            direction: components["schemas"]["EntryDirection"];
            /** @description Amount above zero: decimal string in whole units of the asset type. */
            amount: string;
            /** @description Kind of the account on the other side. */
            counterAccount: components["schemas"]["AccountKind"];
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
        LifecycleStatus: "issued" | "active" | "suspended" | "revoked" | "retired";
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
        /** @description A business that is paid through the service. */
        Merchant: {
            /** @description Identifier, `mer_…`. */
            merchantId: string;
            /** @description Name shown to payers. */
            name: string;
            /** @description State of the merchant. */
            status: components["schemas"]["MerchantStatus"];
            /** @description Accounts on networks (CAIP-10) that its payments settle to, at most one per network. */
            settlementAccounts: string[];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createTime: string;
            /**
             * Format: int32
             * @description Grows with each change of name, addresses and standing; settlement accounts have a history of their own.
             */
            version: number;
            /** @description Its web site, an `https:` address; absent where it has named none. */
            website?: string;
            /** @description Where payers get help: an `https:`, `mailto:` or `tel:` address; absent where it has named none. */
            supportUrl?: string;
            /** @description Changes of its settlement accounts that are requested and not yet in force, soonest first. */
            pendingSettlementAccountChanges: components["schemas"]["SettlementAccountChange"][];
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
        /** @description What a merchant has in one asset type. */
        MerchantBalance: {
            /** @description Asset type. */
            assetType: string;
            /** @description Paid and not yet being settled: can be refunded, and is settled next. */
            available: string;
            /** @description Being settled, and not final on the network yet. */
            pending: string;
            /** @description Settled to the merchant's own account on the network, less refunds that were taken out of it. */
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
         * @description A certificate of a merchant's own key, or of one of its terminals' keys.
         *
         *     It says under the trust root of this service whose key that is (subjectAltName URI `https://<asset domain>/m/<merchantId>`, of a terminal with `/d/<deviceId>` behind it) and is good for signatures and TLS client authentication elsewhere. It is no credential of this interface: calls are authenticated by API keys.
         */
        MerchantCertificate: {
            /** @description Identifier, `crt_…`. */
            certificateId: string;
            /** @description The merchant. */
            merchantId: string;
            /** @description The terminal whose key it is; absent for the merchant's own. */
            deviceId?: string;
            /** @description Serial number, hexadecimal. */
            serialNumber: string;
            /** @description The certificate, PEM. */
            certificate: string;
            /** @description The certificate and those above it up to the root, PEM, leaf first. */
            certificateChain: string;
            /** @description State of the certificate. */
            status: components["schemas"]["MerchantCertificateStatus"];
            /**
             * Format: date-time
             * @description Start of its validity.
             */
            notBeforeTime: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was revoked, in real time; absent while it is active.
             */
            revokeTime?: string;
            /** @description Why it was revoked; absent while it is active, or when no reason was stated. */
            revocationReason?: components["schemas"]["MerchantCertificateRevocationReason"];
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
         * @description Why a merchant's certificate was withdrawn: the reasons of RFC 5280 §5.3.1 that end the life of one that is no CA's. Without one it is not stated.
         *
         *     - `KEY_COMPROMISE`: The private key is known to others, or may be. Withdraws every certificate of the same key.
         *     - `AFFILIATION_CHANGED`: Facts in the certificate have changed.
         *     - `SUPERSEDED`: A newer certificate has taken its place.
         *     - `CESSATION_OF_OPERATION`: It is no longer needed.
         *     - `PRIVILEGE_WITHDRAWN`: A right that it conveys was taken away.
         *
         *     The list may grow. A value that you do not know: treat the certificate as revoked, whatever the reason.
         * @enum {string}
         */
        MerchantCertificateRevocationReason: "KEY_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
        /**
         * @description State of a merchant's certificate.
         *
         *     - `active`: Accepted within its validity.
         *     - `revoked`: Withdrawn. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the certificate as one that must not be relied on.
         * @enum {string}
         */
        MerchantCertificateStatus: "active" | "revoked";
        /** @description A terminal of a merchant: a till, a reader, a machine. */
        MerchantDevice: {
            /** @description Identifier, `dev_…`. */
            deviceId: string;
            /** @description The merchant. */
            merchantId: string;
            /** @description What the merchant calls it. */
            name: string;
            /** @description State of the terminal. */
            status: components["schemas"]["MerchantDeviceStatus"];
            /**
             * Format: date-time
             * @description When it was enrolled.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was removed.
             */
            removeTime?: string;
            /**
             * Format: int32
             * @description Grows with each change of the terminal.
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
         * @description State of a terminal.
         *
         *     - `active`: In use: its API keys are accepted. ⇄ suspended; → removed.
         *     - `suspended`: Out of use for a time: its API keys are refused everywhere within five seconds. ⇄ active; → removed.
         *     - `removed`: Out of use for ever: its API keys and certificates are revoked. Terminal.
         *
         *     The list may grow. A value that you do not know: treat the terminal as not active.
         * @enum {string}
         */
        MerchantDeviceStatus: "active" | "suspended" | "removed";
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
        /**
         * @description State of a merchant.
         *
         *     - `active`: May take payments.
         *     - `suspended`: Takes no payments, neither new ones nor those that wait to be paid. What it has taken is settled and can be refunded.
         *
         *     The list may grow. A value that you do not know: treat the merchant as not active.
         * @enum {string}
         */
        MerchantStatus: "active" | "suspended";
        /** @description Keys of an NTAG 424 DNA tag for secure unique NFC messages (NXP AN12196 §3): AES-128, of this tag alone. They are kept encrypted and never returned. */
        Ntag424Keys: {
            /** @description SDMMetaReadKey, which encrypts UID and counter: 32 hexadecimal digits. */
            sdmMetaReadKey: string;
            /** @description SDMFileReadKey, from which the keys of the MAC and of the file data come: 32 hexadecimal digits. */
            sdmFileReadKey: string;
        };
        /** @description Request of OfferTransfer. */
        OfferTransferRequest: {
            /** @description Compact JWS of the owner, at most 4 KiB. */
            offer: string;
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
        OutcomeStatus: "in_progress" | "completed" | "cancelled";
        /** @description An asset that a wallet owns. */
        OwnedAsset: {
            /** @description What anyone may know of it. */
            asset: components["schemas"]["Asset"];
            /**
             * Format: int64
             * @description Place of this owner in the asset's chain of owners: 1 for the first. The next offer has the one after it as `seq`.
             */
            sequence: number;
            /** @description Hash of the entry by which it came to the wallet, base64url: the next offer names it as `prevEntryHash`. */
            entryHash: string;
            /**
             * Format: date-time
             * @description Since when the wallet owns it.
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
        /** @description What a publisher has given: the first entry in an asset's chain of owners, or the right to make it. */
        OwnershipGrant: {
            /** @description Identifier of the transfer, `trf_…`. */
            transferId: string;
            /** @description The asset. */
            assetId: string;
            /** @description The code that claims it: 128 bits in base64url, 22 characters; only of a claim code, and only in this answer. */
            claimCode?: string;
            /**
             * Format: date-time
             * @description Until when the code can be used; only of a claim code.
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
        /** @description A transfer of ownership as one of its two parties sees it. It never names the other one. */
        OwnershipTransfer: {
            /** @description Identifier, `trf_…`. */
            transferId: string;
            /** @description The asset. */
            assetId: string;
            /** @description The part that the wallet which asks has in it. */
            role: components["schemas"]["TransferRole"];
            /** @description Its state. */
            status: components["schemas"]["TransferStatus"];
            /**
             * Format: int64
             * @description Place that it takes in the asset's chain of owners: 1 for the first owner.
             */
            sequence: number;
            /** @description The offer as it was made: the compact JWS of the owner, or the record of the publisher's gift (JSON). */
            offer: string;
            /** @description SHA-256 of the text of the offer, base64url without padding: what an acceptance names as `offerHash`. */
            offerHash: string;
            /** @description Hash of the entry that it became; once accepted. The next offer names it as `prevEntryHash`. */
            entryHash?: string;
            /**
             * Format: date-time
             * @description When it was offered.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it expires if it is not accepted.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When it was accepted, declined or cancelled.
             */
            endTime?: string;
            /** @description Countersignature of the service over the entry that it became; once accepted: a compact JWS (ES256, `typ` `pda-receipt+jwt`) with `kind` `ownership`, `assetId`, `seq`, `prevEntryHash`, `entryHash`, `offerHash` and `acceptanceHash`, by a key of GetVerificationKeys. It names nobody. */
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
        /** @description A merchant's request to be paid, and what became of it. */
        Payment: {
            /** @description Identifier, `pay_…`. */
            paymentId: string;
            /** @description The merchant to be paid. */
            merchantId: string;
            /** @description Amount to pay: a decimal string in whole units of the asset type, canonical (no trailing zeros). */
            amount: string;
            /** @description Code of the asset type, e.g. `USDX`. */
            assetType: string;
            /** @description State of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description Why it failed; only when failed. */
            failureReason?: components["schemas"]["PaymentFailureReason"];
            /** @description Payment reference (ISO 11649); once one was generated. */
            reference?: string;
            /** @description The transaction that paid it, `txn_…`; once completed. A refund names this as its original transaction. */
            transactionId?: string;
            /** @description Sum of the completed refunds of this payment. */
            refundedAmount: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it expires if it is not paid; 15 minutes after creation unless the request or the deployment sets another time.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When it reached its terminal state; of an expired payment its expiry time.
             */
            endTime?: string;
            /** @description What is paid for, as the payer reads it; where the request had one. */
            description?: string;
            /** @description The merchant's own reference, e.g. an order number; where the request had one. Wallets do not see it. */
            orderReference?: string;
            /** @description The merchant's own facts. Wallets do not see them. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Number of this version of the payment, its ETag; each change counts one on.
             */
            version: number;
            /** @description The merchant's terminal that asked for it; absent where a key of no terminal did. Wallets do not see it. */
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
        /** @description An event in CloudEvents 1.0 form. */
        PaymentEvent: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /**
             * @description Type of the event, e.g. `payment.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.created" | "payment.completed" | "payment.failed";
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as `page_token` of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["PaymentEventData"];
        };
        /** @description The payment. Present in payment events. */
        PaymentEventData: {
            /** @description The payment. Present in payment events. */
            payment: components["schemas"]["Payment"];
        };
        /**
         * @description Why a payment failed.
         *
         *     - `EXPIRED`: Nobody paid it before its expiry time. Every read shows this from that time on.
         *     - `DECLINED`: The holder of a wallet that looked it up declined to pay it.
         *     - `INSUFFICIENT_FUNDS`: It was presented at a terminal by a wallet that held too little. Nothing was moved.
         *
         *     The list may grow. A value that you do not know: treat the payment as failed, whatever the reason.
         * @enum {string}
         */
        PaymentFailureReason: "EXPIRED" | "DECLINED" | "INSUFFICIENT_FUNDS";
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
        /**
         * @description What a consumer presented at a terminal: a wallet, and its agreement to pay this amount of this asset type to this merchant.
         *
         *     Exactly one of `holder`, `device`.
         */
        PaymentPresentation: {
            /** @description The wallet that pays. */
            walletId: string;
            /** @description The wallet's holder has signed, e.g. on a telephone. */
            holder?: components["schemas"]["HolderPresentation"];
            /** @description The device in an asset that the wallet owns has signed, e.g. a card. */
            device?: components["schemas"]["DevicePresentation"];
        };
        /** @description What a merchant shows so that a wallet finds the payment: the same reference as text, link, NFC record and picture. */
        PaymentReference: {
            /** @description The payment. */
            paymentId: string;
            /** @description ISO 11649 creditor reference: `RF`, two check digits, up to 21 characters. */
            reference: string;
            /** @description https URI that holds the reference. */
            uri: string;
            /** @description NDEF message with one URI record (NFC Forum URI RTD) of the URI, base64. */
            ndef: string;
            /** @description QR code of the URI, as an SVG document. */
            qrSvg: string;
            /**
             * Format: date-time
             * @description When the payment expires.
             */
            expireTime: string;
            /**
             * Format: int32
             * @description Number of the version of the payment that has the reference: the payment's ETag.
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
        /** @description A payment as the paying wallet sees it: what it agrees to when it signs. */
        PaymentRequest: {
            /** @description The payment. */
            paymentId: string;
            /** @description Who is paid. */
            merchantId: string;
            /** @description Who is paid, for people. */
            merchantName: string;
            /** @description Decimal string in whole units of the asset type. */
            amount: string;
            /** @description Asset type. */
            assetType: string;
            /** @description State of the payment. */
            status: components["schemas"]["PaymentStatus"];
            /** @description Payment reference (ISO 11649). */
            reference: string;
            /** @description Nonce that the authorisation must sign. */
            nonce: string;
            /** @description Audience (`aud`) that the authorisation must sign. */
            audience: string;
            /** @description The transaction that paid it; once completed, and only to the wallet that paid. */
            transactionId?: string;
            /**
             * Format: date-time
             * @description When it expires if it is not paid.
             */
            expireTime: string;
            /** @description What is paid for, in the merchant's words; where it said so. */
            description?: string;
            /** @description Why it failed; only when failed. */
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
         * @description State of a payment.
         *
         *     - `pending`: Waiting for a wallet. On authorisation → completed; by the merchant → cancelled; when it expires → failed.
         *     - `completed`: Paid: the amount has moved from the wallet to the merchant. Terminal.
         *     - `failed`: Not paid; `failureReason` says why. Terminal.
         *     - `cancelled`: Withdrawn by the merchant before it was paid. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final: hand nothing over, and read the payment again later.
         * @enum {string}
         */
        PaymentStatus: "pending" | "completed" | "failed" | "cancelled";
        /** @description An organisation that issues assets. */
        Publisher: {
            /** @description Identifier, `pub_…`. */
            publisherId: string;
            /** @description Name for people; the organisation in its certificates. */
            name: string;
            /** @description State of the publisher. */
            status: components["schemas"]["PublisherStatus"];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createTime: string;
            /**
             * Format: int32
             * @description Grows with each change of the publisher.
             */
            version: number;
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
        /** @description A credential of a publisher. The secret is shown once, when the key is created. */
        PublisherApiKey: {
            /** @description Identifier, `key_…`; the visible part of the key. */
            apiKeyId: string;
            /** @description The publisher that it acts for. */
            publisherId: string;
            /** @description What it is used for. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
            /** @description State of the key. */
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokeTime?: string;
            /**
             * Format: date-time
             * @description When it stops being accepted; absent where it does not end by itself.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When it was last used, within about a minute; absent while it never was.
             */
            lastUseTime?: string;
            /** @description The key whose place it has taken; absent where it took none's. */
            replacesApiKeyId?: string;
            /** @description The key that has taken its place; absent while none has. */
            replacedByApiKeyId?: string;
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
        /** @description What a publisher has issued in one asset type. */
        PublisherBalance: {
            /** @description Asset type. */
            assetType: string;
            /** @description Issued and not taken back: what the publisher owes to wallets and merchants together. */
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
        /** @description A publisher's CA certificate, constrained to its own name. */
        PublisherCertificate: {
            /** @description Identifier, `crt_…`. */
            certificateId: string;
            /** @description The publisher. */
            publisherId: string;
            /** @description Serial number, hexadecimal. */
            serialNumber: string;
            /** @description The certificate, PEM. */
            certificate: string;
            /** @description The certificate and those above it up to the root, PEM, leaf first. */
            certificateChain: string;
            /** @description State of the certificate. */
            status: components["schemas"]["CertificateStatus"];
            /**
             * Format: date-time
             * @description Start of its validity.
             */
            notBeforeTime: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            notAfterTime: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was revoked, in real time; absent while it is active.
             */
            revokeTime?: string;
            /** @description Why it was revoked; absent while it is active, or when no reason was stated. */
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
        /**
         * @description State of a publisher.
         *
         *     - `active`: May issue; its assets can be trusted.
         *     - `suspended`: May not issue; its assets are not trusted.
         *
         *     The list may grow. A value that you do not know: treat the publisher as not active.
         * @enum {string}
         */
        PublisherStatus: "active" | "suspended";
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
         * @description Key of a chip that has no certificate, such as the signing chips of collectibles: secp256k1, with a signature that proves that the chip holds it. ECDSA with SHA-256 (ES256K, RFC 8812 §3.2) over these bytes, one after the other:
         *
         *     1. `PDA-BIND-v1` in ASCII (11 bytes)
         *     2. the asset's identifier as text in ASCII, `ast_…` (30 bytes)
         *     3. the SHA-256 of the public key in its compressed form, `02` or `03` and x (32 bytes), whichever form is given below
         *     4. the number of bytes of the serial number (1 byte)
         *     5. the serial number in ASCII (1 to 64 bytes)
         *
         *     `docs/vectors/raw-key.json` has examples to test an implementation with.
         */
        RawKey: {
            /** @description The public key, a point of secp256k1 (SEC 1 §2.3.3), compressed (33 bytes) or uncompressed (65 bytes), in hexadecimal or base64 with padding. */
            publicKey: string;
            /** @description r and s of the signature, 32 bytes each, big-endian, one after the other (as in JWS ES256K; no DER, no recovery number), in base64url without padding: 86 characters. s is at most half of the order of the curve. */
            signature: string;
        };
        /** @description A request to replace a key that its holder has lost. */
        Recovery: {
            /** @description Identifier, `rcv_…`. */
            recoveryId: string;
            /** @description The wallet. */
            walletId: string;
            /** @description Its state. */
            status: components["schemas"]["RecoveryStatus"];
            /** @description RFC 7638 thumbprint of the key that is to be replaced. */
            oldKeyThumbprint: string;
            /** @description RFC 7638 thumbprint of the key that is to take its place. */
            newKeyThumbprint: string;
            /**
             * Format: date-time
             * @description When it was started.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description From when on it can be completed; until then only the holder can end it.
             */
            effectiveTime: string;
            /**
             * Format: date-time
             * @description When it expires if it is not completed.
             */
            expireTime: string;
            /**
             * Format: date-time
             * @description When it was completed, vetoed or replaced.
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
         * @description State of a recovery.
         *
         *     - `pending`: It waits. → vetoed by the holder's present key, completed once its delay is over, replaced by a newer one, expired with time.
         *     - `completed`: The wallet has the new key. Terminal.
         *     - `vetoed`: The holder still has the present key and has said so, or has replaced it or the recovery key meanwhile. Terminal.
         *     - `replaced`: The recovery key has started a newer one. Terminal.
         *     - `expired`: Nobody completed it in time. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        RecoveryStatus: "pending" | "completed" | "vetoed" | "replaced" | "expired";
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
        /** @description Money given back for a completed payment, whole or in part. */
        Refund: {
            /** @description Identifier, `rfd_…`. */
            refundId: string;
            /** @description The transaction that is refunded, `txn_…`. */
            originalTransaction: string;
            /** @description The payment that the original transaction paid. */
            paymentId: string;
            /** @description The merchant that refunds. */
            merchantId: string;
            /** @description Amount given back: decimal string in whole units of the asset type. */
            refundAmount: string;
            /** @description Asset type of the payment. */
            assetType: string;
            /** @description Reason for the refund, as given. */
            reason: string;
            /** @description State of the refund. */
            status: components["schemas"]["RefundStatus"];
            /** @description The transaction that moved the refund, `txn_…`; once completed. */
            transactionId?: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it reached its terminal state.
             */
            endTime?: string;
            /** @description The settlement that nets it against payments, `stl_…`; once there is one. */
            settlementId?: string;
            /**
             * Format: int32
             * @description Version of the asset type whose refund policy it was judged by; absent for refunds that were made before this was kept.
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
        /** @description Whether a refund would be made if it was requested now: what CreateRefund would say, without doing it. */
        RefundEligibility: {
            /** @description The transaction that would be refunded, `txn_…`. */
            originalTransaction: string;
            /** @description The payment that it paid. */
            paymentId: string;
            /** @description Asset type of the payment. */
            assetType: string;
            /** @description A refund of the amount asked about would be made; without one, a refund of some amount up to `maximumAmount`. */
            allowed: boolean;
            /** @description The most that could be given back now, a decimal string: what is left of the payment as far as the merchant's balance covers it; `0` while nothing can be. */
            maximumAmount: string;
            /** @description Everything that stands against the refund, in the order in which CreateRefund checks, so that the first one is the reason that it would give; empty when allowed. */
            reasons: components["schemas"]["RefundRefusal"][];
            /**
             * Format: int32
             * @description Version of the asset type whose refund policy was applied: the present one.
             */
            policyVersion: number;
            /**
             * Format: date-time
             * @description When the publisher's refund window closes; absent when it never does, or when the payment is not completed.
             */
            windowEndTime?: string;
            /** @description What was paid. */
            paidAmount: string;
            /** @description What has been given back of it already. */
            refundedAmount: string;
            /**
             * Format: date-time
             * @description The time that this was judged for, by the service's clock.
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
        /** @description An event in CloudEvents 1.0 form. */
        RefundEvent: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /**
             * @description Type of the event, e.g. `payment.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.completed";
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as `page_token` of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["RefundEventData"];
        };
        /** @description The refund. Present in refund events. */
        RefundEventData: {
            /** @description The refund. Present in refund events. */
            refund: components["schemas"]["Refund"];
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
        /** @description Whether and how long payments in an asset type can be refunded. */
        RefundPolicy: {
            /** @description Refunds are supported. */
            refundable: boolean;
            /** @description Seconds after the payment in which a refund can be requested; 0 means without limit. At most ten years. */
            windowSeconds: string;
        };
        /** @description Whether and how long payments in an asset type can be refunded. */
        RefundPolicyInput: {
            /** @description Refunds are supported. */
            refundable?: boolean;
            /** @description Seconds after the payment in which a refund can be requested; 0 means without limit. At most ten years. */
            windowSeconds?: string;
        };
        /**
         * @description Why a refund is not eligible.
         *
         *     - `ORIGINAL_NOT_A_PAYMENT`: The payment is not completed.
         *     - `REFUNDS_NOT_SUPPORTED`: The publisher's policy does not support refunds.
         *     - `REFUND_WINDOW_CLOSED`: The publisher's refund window is over.
         *     - `ALREADY_REFUNDED`: The whole paid amount has been given back already.
         *     - `REFUND_EXCEEDS_PAID`: The amount is above what is still refundable of the payment.
         *     - `MERCHANT_BALANCE_SHORT`: The merchant's balance does not cover the amount.
         *
         *     The list may grow. A value that you do not know: treat the refund as not eligible, whatever the reason.
         * @enum {string}
         */
        RefundRefusal: "ORIGINAL_NOT_A_PAYMENT" | "REFUNDS_NOT_SUPPORTED" | "REFUND_WINDOW_CLOSED" | "ALREADY_REFUNDED" | "REFUND_EXCEEDS_PAID" | "MERCHANT_BALANCE_SHORT";
        /**
         * @description State of a refund.
         *
         *     - `pending`: Accepted, the amount has not moved yet. → completed or failed. Today every refund moves its amount in the transaction that records it, so none is seen pending or failed: it is completed, or refused and no refund at all.
         *     - `completed`: The amount has moved back to the paying wallet. Terminal.
         *     - `failed`: Nothing moved. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        RefundStatus: "pending" | "completed" | "failed";
        /**
         * @description Request of RegisterIdentityIssuer.
         *
         *     Exactly one of `certificateSigningRequest`, `certificate`.
         */
        RegisterIdentityIssuerRequest: {
            /** @description PKCS#10 of the P-256 key, PEM or base64 DER, at most 8 KiB. */
            certificateSigningRequest?: string;
            /** @description Certificate signed by the publisher's CA key, PEM or base64 DER. */
            certificate?: string;
        };
        /** @description Request of RegisterMerchant. */
        RegisterMerchantRequest: {
            /** @description Name shown to payers, 1 to 120 characters. */
            name: string;
            /** @description Accounts on networks (CAIP-10) that payments settle to, at most one per network. Without one for a payment's network its settlement waits. */
            settlementAccounts?: string[];
            /** @description Its web site, an `https:` address of at most 200 characters. */
            website?: string;
            /** @description Where payers get help: an `https:`, `mailto:` or `tel:` address of at most 200 characters. */
            supportUrl?: string;
        };
        /** @description Request of RegisterPublisher. */
        RegisterPublisherRequest: {
            /** @description Name for people, 1 to 64 characters; the organisation in its certificates. */
            name: string;
        };
        /** @description Request of RequestSettlementAccountChange. */
        RequestSettlementAccountChangeRequest: {
            /** @description The network that it is about (CAIP-2). */
            network: string;
            /** @description The account from then on (CAIP-10), on that network; without it there is to be none, and settlements on this network wait. */
            settlementAccount?: string;
        };
        /** @description Request of ResumeAsset. */
        ResumeAssetRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of ResumeMerchant. */
        ResumeMerchantRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of ResumePublisher. */
        ResumePublisherRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RetireAsset. */
        RetireAssetRequest: {
            /** @description Why, for the record, at most 500 characters. */
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
        RevocationStatus: "good" | "revoked" | "unknown";
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
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RevokeDevice. */
        RevokeDeviceRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of RevokeMerchantCertificate. */
        RevokeMerchantCertificateRequest: {
            /** @description Why; without it no reason is stated. */
            reason?: components["schemas"]["MerchantCertificateRevocationReason"];
        };
        /** @description Request of RevokePublisherCertificate. */
        RevokePublisherCertificateRequest: {
            /** @description Why. Without one no reason is stated. */
            reason?: components["schemas"]["CertificateRevocationReason"];
        };
        /** @description Request of RotateApiKey. */
        RotateApiKeyRequest: {
            /**
             * Format: int32
             * @description How long the old key is accepted still, in seconds: default 86400 (a day), at most 2592000 (30 days); 0: no longer.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key stops being accepted. Without it the new key lasts as long as the old one was made to, or for ever.
             */
            expireTime?: string;
        };
        /** @description Request of RotatePublisherApiKey. */
        RotatePublisherApiKeyRequest: {
            /**
             * Format: int32
             * @description How long the old key is accepted still, in seconds: default 86400 (a day), at most 2592000 (30 days); 0: no longer.
             */
            overlapSeconds?: number;
            /**
             * Format: date-time
             * @description When the new key stops being accepted. Without it the new key lasts as long as the old one was made to, or for ever.
             */
            expireTime?: string;
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
            /** @description The public key that may start a recovery. */
            recoveryKey: components["schemas"]["HolderKeyInput"];
            /** @description Compact JWS of the holder, at most 4 KiB. */
            authorization: string;
        };
        /** @description A payout of completed payments to a merchant's account on a network. */
        Settlement: {
            /** @description Identifier, `stl_…`. */
            settlementId: string;
            /** @description The merchant that is paid out. */
            merchantId: string;
            /** @description State of the settlement. */
            settlementStatus: components["schemas"]["SettlementStatus"];
            /** @description The network's reference of the transfer, opaque; once it was prepared. */
            blockchainReference?: string;
            /**
             * Format: int64
             * @description Confirmations that the network has given; 0 before inclusion.
             */
            confirmationCount: number;
            /** @description Network, CAIP-2. */
            network: string;
            /** @description The merchant's account on the network, CAIP-10. */
            account: string;
            /** @description Asset type that is settled. */
            assetType: string;
            /** @description Amount transferred: payments less refunds, decimal string. */
            amount: string;
            /** @description The payments that it settles: the oldest 100 of them. All are listed by `GET /api/v1/settlement/{settlementId}/items`. */
            paymentIds: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it became final.
             */
            finalizeTime?: string;
            /**
             * Format: int64
             * @description Confirmations below which it is not final, by its amount; it is final when the network itself holds it to be so as well.
             */
            confirmationsRequired: number;
            /**
             * Format: int64
             * @description How many payments it settles.
             */
            paymentCount: number;
            /**
             * Format: int64
             * @description How many refunds are netted with them.
             */
            refundCount: number;
            /** @description The transaction that took the money from the merchant's balance, of kind `settlement`. */
            transactionId: string;
            /** @description The transaction by which it became final, of kind `payout`; none before, and none when refunds had taken all of it. */
            payoutTransactionId?: string;
        };
        /** @description A change of the account on one network that a merchant's payments settle to. */
        SettlementAccountChange: {
            /** @description Identifier, `sac_…`. */
            changeId: string;
            /** @description The merchant. */
            merchantId: string;
            /** @description The network that it is about (CAIP-2). */
            network: string;
            /** @description The account from then on (CAIP-10); absent where there is to be none on this network. */
            settlementAccount?: string;
            /** @description State of the change. */
            status: components["schemas"]["SettlementAccountChangeStatus"];
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it comes, or came, into force: settlements that are opened from then on go to the account.
             */
            effectiveTime: string;
            /**
             * Format: date-time
             * @description When it was cancelled.
             */
            cancelTime?: string;
            /** @description The credential that requested it; absent for the accounts that the merchant was registered with. */
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
        /** @description An event in CloudEvents 1.0 form. */
        SettlementAccountChangeEvent: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /**
             * @description Type of the event, e.g. `payment.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "merchant.settlement_account_requested" | "merchant.settlement_account_cancelled" | "merchant.settlement_account_changed";
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as `page_token` of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["SettlementAccountChangeEventData"];
        };
        /** @description The change. Present in events about settlement accounts. */
        SettlementAccountChangeEventData: {
            /** @description The change. Present in events about settlement accounts. */
            settlementAccountChange: components["schemas"]["SettlementAccountChange"];
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
         * @description State of a change of a settlement account.
         *
         *     - `pending`: Requested. At its time → effective; by the merchant or the operator before that → cancelled.
         *     - `effective`: In force since its time, until a later change. Terminal.
         *     - `cancelled`: Withdrawn before its time; it was never in force. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        SettlementAccountChangeStatus: "pending" | "effective" | "cancelled";
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
        /** @description An event in CloudEvents 1.0 form. */
        SettlementEvent: {
            /** @description Version of CloudEvents: always `1.0`. */
            specversion: string;
            /** @description Identifier of the event, `evt_…`. */
            id: string;
            /** @description Service in which the event happened: a URI reference. */
            source: string;
            /**
             * @description Type of the event, e.g. `payment.completed`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "settlement.finalized";
            /** @description Identifier of the resource that the event is about. */
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            time: string;
            /** @description Media type of the data: always `application/json`. */
            datacontenttype: string;
            /** @description Position of the event among the events of the caller's tenant, at most 64 characters. Used as `page_token` of ListEvents, the cursor continues after this event. The cursor is opaque: store it and send it back, and do not read, compare or change it. Every read of the event by the same tenant returns the same cursor. */
            cursor: string;
            /** @description The resource that the event is about. */
            data: components["schemas"]["SettlementEventData"];
        };
        /** @description The settlement. Present in settlement events. */
        SettlementEventData: {
            /** @description The settlement. Present in settlement events. */
            settlement: components["schemas"]["Settlement"];
        };
        /** @description A payment or refund of a settlement. Payments less refunds are the settlement's amount, to the unit. */
        SettlementItem: {
            /** @description What it is. */
            kind: components["schemas"]["SettlementItemKind"];
            /** @description The payment, or the payment that was refunded. */
            paymentId: string;
            /** @description The refund, if it is one. */
            refundId?: string;
            /** @description The transaction that paid or gave back. */
            transactionId: string;
            /** @description Amount of the payment or refund, decimal string above zero. */
            amount: string;
            /**
             * Format: date-time
             * @description When it was completed.
             */
            completeTime: string;
        };
        /**
         * @description What an item of a settlement is.
         *
         *     - `payment`: A payment: its amount is part of the settlement's.
         *     - `refund`: A refund: its amount is taken off.
         *
         *     The list may grow. A value that you do not know: count its amount, and show it as another item.
         * @enum {string}
         */
        SettlementItemKind: "payment" | "refund";
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
         * @description State of a settlement.
         *
         *     - `pending`: Waiting to be sent, or sent and not yet included by the network. → confirmed.
         *     - `confirmed`: Included by the network, not yet final. → finalized, or reverted by a reorganisation.
         *     - `finalized`: Final on the network. Terminal.
         *     - `reverted`: A reorganisation took it back; it is sent again: → pending. Never paid twice.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        SettlementStatus: "pending" | "confirmed" | "finalized" | "reverted";
        /** @description Request of StartRecovery. */
        StartRecoveryRequest: {
            /** @description The new public key. */
            holderKey: components["schemas"]["HolderKeyInput"];
            /** @description Compact JWS of the recovery key, at most 4 KiB. */
            authorization: string;
            /** @description Compact JWS of the new key, at most 4 KiB. */
            proof: string;
        };
        /** @description Statement of one account over a closed period: opening balance + entries = closing balance, for the period and for each page. */
        Statement: {
            /** @description The account, `acc_…`: the same for one merchant, kind and asset type for ever. */
            accountId: string;
            /** @description The merchant. */
            merchantId: string;
            /** @description Kind of the account. */
            account: components["schemas"]["AccountKind"];
            /** @description Asset type. */
            assetType: string;
            /**
             * Format: date-time
             * @description Start of the period, which belongs to it.
             */
            fromTime: string;
            /**
             * Format: date-time
             * @description End of the period, which does not.
             */
            toTime: string;
            /** @description Balance at the start of the period: decimal string in whole units of the asset type. */
            openingBalance: string;
            /** @description Sum of all credits of the period. */
            credits: string;
            /** @description Sum of all debits of the period. */
            debits: string;
            /** @description Number of entries of the period. */
            entryCount: string;
            /** @description Balance at the end of the period: opening balance + credits − debits. */
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
            /** @description Token of the next page. Empty when this is the last page. With the file itself as the answer it is in the header `Link`, `rel="next"`. */
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
            /** @description The transaction. */
            transactionId: string;
            /** @description What it did. */
            kind: components["schemas"]["TransactionKind"];
            /**
             * Format: date-time
             * @description Time of the movement.
             */
            createTime: string;
            /** @description Whether the account received or gave. */
            direction: components["schemas"]["EntryDirection"];
            /** @description Amount above zero: decimal string in whole units of the asset type. */
            amount: string;
            /** @description Balance of the account after this entry. */
            balance: string;
            /** @description Kind of the account on the other side. */
            counterAccount: components["schemas"]["AccountKind"];
            /** @description The payment concerned, if any. */
            paymentId?: string;
            /** @description The refund concerned, if any. */
            refundId?: string;
            /** @description The settlement concerned, if any. */
            settlementId?: string;
            /** @description Payment reference (ISO 11649) of the payment concerned, if it has one. */
            paymentReference?: string;
            /** @description The merchant's own reference of the payment concerned (`orderReference`), if it has one. */
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
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of SuspendMerchant. */
        SuspendMerchantRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
        };
        /** @description Request of SuspendPublisher. */
        SuspendPublisherRequest: {
            /** @description Why, for the record, at most 500 characters. */
            reason?: string;
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
            /** @description Every check in order, with its reasons: "evidence" (as in VerifyAuthenticity, and `PASS_NOT_ACCEPTED`), "ticket" (`NOT_A_TICKET`), "lifecycle" (`ASSET_NOT_ACTIVE`, `ASSET_SUSPENDED`, `ASSET_REVOKED`, `ASSET_RETIRED`), "uses" (`ALREADY_REDEEMED`), "validity" (`NOT_YET_VALID`, `EXPIRED`), "gate_group" (`WRONG_GATE`). */
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
        /** @description One movement of value in the ledger. */
        Transaction: {
            /** @description Identifier, `txn_…`. */
            transactionId: string;
            /** @description What it did. */
            kind: components["schemas"]["TransactionKind"];
            /** @description State of the transaction. */
            status: components["schemas"]["TransactionStatus"];
            /** @description Amount moved: decimal string in whole units of the asset type. */
            amount: string;
            /** @description Asset type moved. */
            assetType: string;
            /** @description The merchant concerned, if any. */
            merchantId?: string;
            /** @description The payment concerned, if any. */
            paymentId?: string;
            /** @description The refund concerned, if any. */
            refundId?: string;
            /** @description The settlement concerned, if any. */
            settlementId?: string;
            /**
             * Format: date-time
             * @description Time of the movement, business time to the millisecond.
             */
            createTime: string;
            /** @description Its ledger entries on the caller's own accounts; for the operator all of them. Debits equal credits over all entries. */
            entries: components["schemas"]["LedgerEntry"][];
            /** @description The publisher concerned, if any: of an issue. */
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
         * @description Which way value went, as the wallet sees it.
         *
         *     - `in`: Into the wallet.
         *     - `out`: Out of the wallet.
         * @enum {string}
         */
        TransactionDirection: "in" | "out";
        /**
         * @description What a transaction did.
         *
         *     - `issue`: A publisher issued value to a wallet.
         *     - `payment`: A wallet paid a merchant.
         *     - `refund`: A merchant gave back to a wallet.
         *     - `settlement`: Money of a merchant's balance began to be paid out on its network.
         *     - `payout`: What a settlement paid out became final on the network.
         *     - `transfer`: A wallet gave value to another wallet.
         *
         *     The list may grow. A value that you do not know: use the direction and the amount alone.
         * @enum {string}
         */
        TransactionKind: "issue" | "payment" | "refund" | "settlement" | "payout" | "transfer";
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
         * @description State of a transaction.
         *
         *     - `completed`: The amount has moved. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        TransactionStatus: "completed";
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
         * @description Part that a wallet has in a transfer.
         *
         *     - `giver`: It offers the asset.
         *     - `receiver`: The asset is offered to it, or it has claimed it.
         * @enum {string}
         */
        TransferRole: "giver" | "receiver";
        /**
         * @description State of a transfer of ownership.
         *
         *     - `offered`: Waits for its recipient. → accepted or declined by the recipient, cancelled by who offered it, expired with time.
         *     - `accepted`: The recipient owns the asset. Terminal.
         *     - `declined`: The recipient does not want it. Terminal.
         *     - `cancelled`: Taken back by who offered it, or replaced by the publisher. Terminal.
         *     - `expired`: Nobody accepted it in time. Terminal.
         *
         *     The list may grow. A value that you do not know: treat it as not final, and read again later.
         * @enum {string}
         */
        TransferStatus: "offered" | "accepted" | "declined" | "cancelled" | "expired";
        /** @description Request of TransferValue. */
        TransferValueRequest: {
            /** @description The wallet that receives it. */
            toWalletId: string;
            /** @description Amount to give. */
            amount: string;
            /** @description Asset type to give. */
            assetType: string;
            /** @description Compact JWS of the holder, at most 4 KiB. */
            authorization: string;
        };
        /** @description Request of UpdateAssetType. */
        UpdateAssetTypeRequest: {
            /** @description Name for people, 1 to 120 characters. */
            name?: string;
            /** @description Takes the place of the whole refund policy. */
            refundPolicy?: components["schemas"]["RefundPolicyInput"];
            /** @description Takes the place of the whole policy: what is absent in it has its default. */
            policy?: components["schemas"]["AssetPolicyInput"];
            /** @description All its networks, CAIP-19: those that there are and those to be added. Empty: no change. */
            networks?: string[];
        };
        /** @description Request of UpdateMerchant. */
        UpdateMerchantRequest: {
            /** @description Name shown to payers, 1 to 120 characters. By the operator only. */
            name?: string;
            /** @description Its web site, an `https:` address of at most 200 characters. */
            website?: string;
            /** @description Where payers get help: an `https:`, `mailto:` or `tel:` address of at most 200 characters. */
            supportUrl?: string;
        };
        /** @description Request of UpdatePublisher. */
        UpdatePublisherRequest: {
            /** @description Name for people, 1 to 64 characters; the organisation in its certificates. */
            name?: string;
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
        VerificationAspect: "authenticity" | "publisher" | "lifecycle" | "revocation" | "capabilities";
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
        VerificationOutcome: "passed" | "failed" | "indeterminate";
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
        /** @description What a holder keeps digital assets in. */
        Wallet: {
            /** @description Identifier, `wal_…`. */
            walletId: string;
            /** @description RFC 7638 SHA-256 thumbprint of the holder's key. */
            keyThumbprint: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description RFC 7638 SHA-256 thumbprint of the key that may start a recovery; absent when there is none, and so no recovery. */
            recoveryKeyThumbprint?: string;
            /** @description The recovery that waits and that the holder can veto, if there is one. */
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
        /** @description A key that a wallet has or has had. */
        WalletKey: {
            /** @description RFC 7638 SHA-256 thumbprint. */
            keyThumbprint: string;
            /** @description The public key: what it has signed stays verifiable. */
            holderKey: components["schemas"]["HolderKey"];
            /** @description Its state. */
            status: components["schemas"]["WalletKeyStatus"];
            /**
             * Format: date-time
             * @description Since when it is, or was, the wallet's key.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When another took its place; once retired.
             */
            retireTime?: string;
            /** @description How; once retired. */
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
         * @description State of a key of a wallet.
         *
         *     - `active`: What it signs counts; a wallet has one such key. → retired when another takes its place.
         *     - `retired`: What it signs does not count any more. Terminal: it never comes back, and no other wallet can have it.
         *
         *     The list may grow. A value that you do not know: treat the key as retired.
         * @enum {string}
         */
        WalletKeyStatus: "active" | "retired";
        /** @description A movement of value as a wallet that is a party of it sees it: what it did to this wallet's own account. */
        WalletTransaction: {
            /** @description Identifier, `txn_…`. */
            transactionId: string;
            /** @description What it did. */
            kind: components["schemas"]["TransactionKind"];
            /** @description Which way. */
            direction: components["schemas"]["TransactionDirection"];
            /** @description Amount into or out of this wallet: decimal string in whole units of the asset type. */
            amount: string;
            /** @description Asset type. */
            assetType: string;
            /** @description The merchant that was paid or gave back; of payments and refunds. */
            merchantId?: string;
            /** @description The payment that was paid or given back; of payments and refunds. */
            paymentId?: string;
            /** @description The refund; of refunds. */
            refundId?: string;
            /** @description The publisher that issued it; of issues. */
            publisherId?: string;
            /** @description The other wallet; of transfers, whose two parties see each other. */
            otherWalletId?: string;
            /**
             * Format: date-time
             * @description When it was committed.
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
        /** @description - `SVC-4011` A valid credential is needed. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
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
        /** @description - `SVC-4060` The answer is only available as application/json. */
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
        /** @description Which account of the merchant: `merchant` (the default), `clearing` or `settled`. */
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
         * @description Asset type of the account.
         * @example USDX
         */
        AssetTypeParameter: string;
        /**
         * @description Identifier of the certificate.
         * @example crt_01kf05yaj0fg8rwb8000000005
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
         * @description Start of the period, which belongs to it.
         * @example 2026-01-15T09:30:00.000Z
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
         * @description Payment reference, ISO 11649, without blanks.
         * @example RF18539007547034
         */
        ReferenceParameter: string;
        /**
         * @description Identifier of the settlement.
         * @example stl_01kf05yaj0fg8rwb8000000001
         */
        SettlementIdParameter: string;
        /**
         * @description End of the period, which does not belong to it; as much as is closed unless given.
         * @example 2026-01-15T09:30:00.000Z
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
         * @description The fields to change. A field that is in the mask and not in the request is cleared; a field that is in the request and not in the mask keeps its value. Omit to change the fields that the request has. In a query: JSON names, separated by commas. JSON names, separated by commas.
         * @example website,supportUrl
         */
        UpdateMaskParameter: string;
        /**
         * @description Identifier of the wallet.
         * @example wal_01kf05yaj0fg8rwb8000000001
         */
        WalletIdParameter: string;
        /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
        IdempotencyKey: string;
        /** @description ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags. */
        IfMatch: string;
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
        /** @description The authentication scheme that the operation needs (RFC 6750 §3). */
        WwwAuthenticate: string;
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
            406: components["responses"]["NotAcceptable"];
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
            /** @description `SVC-4040` There is no such resource. */
            404: components["responses"]["NotFound"];
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
                 * @description Only events of this type.
                 * @example payment.completed
                 */
                type?: string;
                /**
                 * @description Items in a page. Default 50. A value above 200 counts as 200.
                 * @example 1
                 */
                pageSize?: components["parameters"]["PageSizeParameter"];
                /** @description `nextPageToken` of an earlier answer, or `cursor` of an event: the list begins after it. Omit to read from the first event. Unlike the tokens of other lists, this token can be used with any `type`. */
                pageToken?: string;
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The `Idempotency-Key` that CreatePayment was, or would be, called with: 1 to 255 visible ASCII characters, percent-encoded in the path. Percent-encode it.
                 * @example order-4711
                 */
                idempotencyKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it. */
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
                /** @description Only those in this state. */
                status?: components["schemas"]["MerchantStatus"];
                /**
                 * @description Only those whose name begins so, whatever the case of its letters.
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @description The fields to change. A field that is in the mask and not in the request is cleared; a field that is in the request and not in the mask keeps its value. Omit to change the fields that the request has. In a query: JSON names, separated by commas. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The merchant as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Only those of this terminal. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Only those in this state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The terminal as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The terminal as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The terminal as it is now. */
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
    ResumeMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The merchant as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @description Asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Which account of the merchant: `merchant` (the default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, which belongs to it.
                 * @example 2026-01-15T09:30:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, which does not belong to it; as much as is closed unless given.
                 * @example 2026-01-15T09:30:00.000Z
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
                 * @description Asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Which account of the merchant: `merchant` (the default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, which belongs to it.
                 * @example 2026-01-15T09:30:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, which does not belong to it; as much as is closed unless given.
                 * @example 2026-01-15T09:30:00.000Z
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
                 * @description Asset type of the account.
                 * @example USDX
                 */
                assetType: components["parameters"]["AssetTypeParameter"];
                /** @description Which account of the merchant: `merchant` (the default), `clearing` or `settled`. */
                account?: components["parameters"]["AccountParameter"];
                /**
                 * @description Start of the period, which belongs to it.
                 * @example 2026-01-15T09:30:00.000Z
                 */
                fromTime: components["parameters"]["FromTimeParameter"];
                /**
                 * @description End of the period, which does not belong to it; as much as is closed unless given.
                 * @example 2026-01-15T09:30:00.000Z
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The merchant as it is now. */
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
    ListPayments: {
        parameters: {
            query?: {
                /** @description Only payments of this merchant. */
                merchantId?: string;
                /**
                 * @description Only payments in this state.
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
                /** @description Only payments with this reference of the merchant's own. */
                orderReference?: string;
                /** @description Only the payment with this payment reference (ISO 11649, without blanks). */
                reference?: string;
                /** @description Only payments created at this time or later. */
                fromTime?: string;
                /** @description Only payments created before this time. */
                toTime?: string;
                /** @description Only payments that were asked for by this device of a merchant (terminal). */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @description Only publishers in this state.
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @description The fields to change. A field that is in the mask and not in the request is cleared; a field that is in the request and not in the mask keeps its value. Omit to change the fields that the request has. In a query: JSON names, separated by commas. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The publisher as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @description The fields to change. A field that is in the mask and not in the request is cleared; a field that is in the request and not in the mask keeps its value. Omit to change the fields that the request has. In a query: JSON names, separated by commas. JSON names, separated by commas.
                 * @example website,supportUrl
                 */
                updateMask?: components["parameters"]["UpdateMaskParameter"];
            };
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset type as it is now. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The result of each item, in their order. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The code, shown once. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The binding and its certificate. */
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
            /** @description The binding. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The binding, revoked. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description What was given. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The asset in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example crt_01kf05yaj0fg8rwb8000000005
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Only items that came out like this. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The result of each item, in their order. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
    ResumePublisher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The publisher in its new state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The publisher in its new state. */
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
                /** @description Only refunds in this state. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
            /** @description The verdict. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Only settlements in this state. */
                settlementStatus?: components["schemas"]["SettlementStatus"];
                /** @description Only settlements created at this time or later. */
                fromTime?: string;
                /** @description Only settlements created before this time. */
                toTime?: string;
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
            /** @description What was asked for. */
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
            /** @description What was asked for. */
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
            /** @description What was asked for. */
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
                /** @description Only transactions of this asset type. */
                assetType?: string;
                /** @description Only the transactions of this payment: the one that paid it and its refunds. */
                paymentId?: string;
                /** @description Only the transaction of this refund. */
                refundId?: string;
                /** @description Only the transactions of this settlement. */
                settlementId?: string;
                /**
                 * @description Only the transactions of this merchant. A caller that is bound to a tenant can name only itself: another merchant is refused with PERMISSION_DENIED, whether it exists or not.
                 * @example mer_01kf05yaj0fg8rwb8000000003
                 */
                merchantId?: string;
                /** @description Only transactions of this time or later. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Payment reference, ISO 11649, without blanks.
                 * @example RF18539007547034
                 */
                reference: components["parameters"]["ReferenceParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is asked for. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
                 */
                walletId: components["parameters"]["WalletIdParameter"];
                /**
                 * @description Payment reference, ISO 11649, without blanks.
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
            /** @description The payment, failed. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
            /** @description The payment, completed. */
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
            /** @description The recovery, completed. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
            /** @description The recovery. */
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Only what did this. */
                kind?: components["schemas"]["TransactionKind"];
                /** @description Only movements of this asset type. */
                assetType?: string;
                /** @description Only what was committed at this time or later. */
                fromTime?: string;
                /** @description Only what was committed before this time. */
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
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
                /** @description Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the wallet.
                 * @example wal_01kf05yaj0fg8rwb8000000001
                 */
                walletId: components["parameters"]["WalletIdParameter"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferValueRequest"];
            };
        };
        responses: {
            /** @description The movement, as the sender sees it. */
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
            /** @description `SVC-4092` A request with this Idempotency-Key is still being processed. `SVC-4093` Another request changed the resource at the same moment. `SVC-4095` It was done before. */
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
