package example.pda.client;

/** The document is still one of those that the caller named in {@code ifNoneMatch}. */
public final class PdaNotModifiedException extends PdaFailure {
  private static final long serialVersionUID = 1;

  PdaNotModifiedException(String operation) {
    super(operation + ": 304, the document has not changed", null);
  }

  /** Returns false. */
  @Override
  public boolean isRetryable() {
    return false;
  }
}
