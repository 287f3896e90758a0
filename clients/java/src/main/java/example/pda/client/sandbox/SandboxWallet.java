package example.pda.client.sandbox;

import example.pda.client.CallOptions;
import example.pda.client.Pages;
import example.pda.client.PdaClient;
import example.pda.client.api.WalletApi.ListBalancesOptions;
import example.pda.client.model.AuthorizePaymentRequest;
import example.pda.client.model.Balance;
import example.pda.client.model.CreateWalletRequest;
import example.pda.client.model.Environment;
import example.pda.client.model.FundWalletRequest;
import example.pda.client.model.Issuance;
import example.pda.client.model.PaymentRequest;

/**
 * A consumer's wallet with a key in memory, so that a test can run a whole payment. For sandboxes only: a real wallet's key never leaves
 * its holder's device.
 */
public final class SandboxWallet {
  private final PdaClient pda;
  private final HolderKeyPair key;
  private final String walletId;

  private SandboxWallet(PdaClient pda, HolderKeyPair key, String walletId) {
    this.pda = pda;
    this.key = key;
    this.walletId = walletId;
  }

  /**
   * Creates a wallet with a new key.
   *
   * @param pda a client whose key has the scopes {@code wallets.write}, {@code wallets.read} and {@code wallets.pay}: that
   *     of the sandbox's operator
   * @return the wallet
   * @throws IllegalStateException if the service is no sandbox
   */
  public static SandboxWallet create(PdaClient pda) {
    if (!Environment.SANDBOX.equals(pda.server().getServerInfo().getEnvironment()))
      throw new IllegalStateException(pda.baseUrl() + " is no sandbox; wallets with keys in memory are for tests");
    HolderKeyPair key = HolderKeyPair.create();
    String walletId = pda.wallet().createWallet(new CreateWalletRequest().holderKey(key.publicKey())).getWalletId();
    return new SandboxWallet(pda, key, walletId);
  }

  /**
   * Returns the identifier of the wallet.
   *
   * @return begins with {@code wal_}
   */
  public String walletId() {
    return walletId;
  }

  /**
   * Gives the wallet test value.
   *
   * @param assetType code of the asset type, for example {@code USDX}
   * @param amount decimal string in whole units, for example {@code 100}
   * @return the issuance
   */
  public Issuance fund(String assetType, String amount) {
    return pda.sandbox().fundWallet(walletId, new FundWalletRequest().assetType(assetType).amount(amount));
  }

  /**
   * Returns what the wallet has of an asset type.
   *
   * @param assetType code of the asset type
   * @return decimal string in whole units; {@code 0} if the wallet never had any
   */
  public String balance(String assetType) {
    return Pages.of(token -> pda.wallet().listBalances(walletId, new ListBalancesOptions().pageToken(token))).stream()
        .filter(balance -> balance.getAssetType().equals(assetType))
        .map(Balance::getAmount)
        .findFirst()
        .orElse("0");
  }

  /**
   * Looks a payment reference up, as a wallet does that has read it.
   *
   * @param reference a payment's reference (ISO 11649)
   * @return what is asked for
   */
  public PaymentRequest resolve(String reference) {
    return pda.wallet().resolvePaymentReference(walletId, reference);
  }

  /**
   * Pays: looks the reference up and authorises what is asked for.
   *
   * @param reference a payment's reference (ISO 11649)
   * @return the payment request, completed
   */
  public PaymentRequest pay(String reference) {
    return authorize(resolve(reference), new CallOptions());
  }

  /**
   * Authorises a payment with the holder's signature.
   *
   * @param request what is asked for, as {@link #resolve} returned it
   * @param options options of AuthorizePayment
   * @return the payment request, completed
   */
  public PaymentRequest authorize(PaymentRequest request, CallOptions options) {
    AuthorizePaymentRequest authorization = new AuthorizePaymentRequest().authorization(key.sign("pda-pay+jws", request));
    return pda.wallet().authorizePayment(walletId, request.getPaymentId(), authorization, options);
  }
}
