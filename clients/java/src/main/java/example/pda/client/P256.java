package example.pda.client;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.List;
import javax.crypto.KeyAgreement;

/** The curve P-256. */
final class P256 {
  private static final ECParameterSpec CURVE = curve();

  private P256() {}

  private static ECParameterSpec curve() {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec("secp256r1"));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no P-256", e);
    }
  }

  static boolean isCurveOf(ECKey key) {
    return key.getParams() != null && key.getParams().getCurve().equals(CURVE.getCurve());
  }

  /** Returns the public key with the generator as its point. */
  static PublicKey generator() throws GeneralSecurityException {
    return publicKey(CURVE.getGenerator());
  }

  /**
   * Returns the public key of a private key. Java computes the x coordinate of its point only, as the secret that the key agrees on with the
   * generator. Two points have this coordinate; a signature tells which one it is.
   */
  static PublicKey publicKeyOf(PrivateKey key) throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(key);
    agreement.doPhase(generator(), true);
    BigInteger x = new BigInteger(1, agreement.generateSecret());
    BigInteger p = ((ECFieldFp) CURVE.getCurve().getField()).getP();
    BigInteger square = x.pow(3).add(CURVE.getCurve().getA().multiply(x)).add(CURVE.getCurve().getB()).mod(p);
    // A square root, because p is 3 modulo 4.
    BigInteger y = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p);
    for (BigInteger root : List.of(y, p.subtract(y))) {
      PublicKey candidate = publicKey(new ECPoint(x, root));
      if (new CallerKey(key).belongsTo(candidate)) return candidate;
    }
    throw new GeneralSecurityException("the private key has no public key");
  }

  static PublicKey publicKey(ECPoint point) throws GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, CURVE));
  }
}
