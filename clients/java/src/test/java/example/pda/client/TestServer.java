package example.pda.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;

/** A real HTTPS server on a free port that gives the answers of a list, the last one again and again, and records the requests. */
final class TestServer implements AutoCloseable {
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Answer> answers = new CopyOnWriteArrayList<>();
  final List<Request> requests = new CopyOnWriteArrayList<>();

  /** A request that came, with the certificates that its client showed. */
  record Request(String method, String target, Headers headers, String body, List<Certificate> certificates) {
    String header(String name) {
      return headers.getFirst(name);
    }
  }

  /** Answers an exchange; one that does nothing breaks the connection. */
  @FunctionalInterface
  interface Answer {
    void to(HttpExchange exchange) throws IOException, InterruptedException;
  }

  TestServer(Answer... script) throws Exception {
    this(Certificates.server(), new String[] {"TLSv1.3"}, script);
  }

  TestServer(SSLContext context, String[] protocols, Answer... script) throws Exception {
    answers.addAll(List.of(script));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context) {
      @Override
      public void configure(HttpsParameters parameters) {
        var chosen = context.getDefaultSSLParameters();
        chosen.setProtocols(protocols);
        chosen.setWantClientAuth(true);
        parameters.setSSLParameters(chosen);
      }
    });
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Answer answer = answers.get(Math.min(requests.size(), answers.size() - 1));
    requests.add(new Request(exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders(), body, shown(exchange)));
    try (exchange) {
      answer.to(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Certificate> shown(HttpExchange exchange) {
    try {
      return List.of(((HttpsExchange) exchange).getSSLSession().getPeerCertificates());
    } catch (SSLPeerUnverifiedException none) {
      return List.of();
    }
  }

  String url() {
    return "https://localhost:" + server.getAddress().getPort();
  }

  /** A client that trusts the server and waits for a short time only. */
  PdaClient.Builder client() {
    return client(Map.of());
  }

  PdaClient.Builder client(Map<String, String> environment) {
    return new PdaClient.Builder(environment).baseUrl(url()).caCertificates(Certificates.pem()).apiKey("pda_test_secretsecret");
  }

  static Answer json(int status, String body, String... headers) {
    return answer(status, "application/json", body, headers);
  }

  static Answer answer(int status, String type, String body, String... headers) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      for (int at = 0; at < headers.length; at += 2) exchange.getResponseHeaders().set(headers[at], headers[at + 1]);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** A success with these data. */
  static Answer ok(String data, String... headers) {
    return json(200, """
        {"success":true,"status":"ok","requestId":"req_1","timestamp":"2026-01-15T09:30:00.000Z","message":"Done.","data":%s,"errors":[]}
        """.formatted(data), headers);
  }

  static Answer error(int status, String code, String reason, String... headers) {
    return json(status, """
        {"success":false,"status":"aborted","requestId":"req_2","timestamp":"2026-01-15T09:30:00.000Z","errorCode":"%s","message":"No.",
         "data":{},"errors":[{"code":"%s","reason":"%s","field":"amount","message":"Not so."}]}
        """.formatted(code, code, reason), headers);
  }

  /** Breaks the connection. */
  static Answer broken() {
    return exchange -> {};
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
