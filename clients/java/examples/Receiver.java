import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import example.pda.client.PdaWebhookException;
import example.pda.client.Webhook;
import example.pda.client.WebhookVerifier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;

/**
 * A receiver of webhooks with an inbox table: it loses nothing, and does the work of each event once. Its arguments are a file of the secrets,
 * the database, and a port. It prints its port. The file has one secret a line: two while one replaces the other. Needs a JDBC driver of
 * SQLite. With another database only the class Inbox changes. Its endpoint has no {@code thin}: events come with their data.
 */
final class Receiver {
  private static final int BYTES_MAX = 1 << 20;
  private static final int CONNECTIONS_MAX = 200;
  private static final int SECONDS_MAX = 10;

  private final Path secretsFile;
  private final String database;

  private Receiver(Path secretsFile, String database) {
    this.secretsFile = secretsFile;
    this.database = database;
  }

  public static void main(String[] args) throws Exception {
    Receiver receiver = new Receiver(Path.of(args[0]), args[1]);
    int port = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    // A caller that does not finish its request has a thread of its own, and not for ever.
    System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(SECONDS_MAX));
    System.setProperty("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS_MAX));
    try (Inbox inbox = new Inbox(args[1])) {
      HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
      server.createContext("/", receiver::take);
      server.setExecutor(Executors.newCachedThreadPool());
      server.start();
      System.out.println(server.getAddress().getPort());
      while (true) {
        try {
          // SQLite's lock is not fair: without a pause, no other thread would get it while events wait.
          Thread.sleep(inbox.workOff() ? 2 : 100);
        } catch (SQLException | IOException e) {
          // Webhooks come in while the work fails; the event is tried again.
          System.err.println(e);
          Thread.sleep(1000);
        }
      }
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(BYTES_MAX + 1);
    try {
      if (body.length > BYTES_MAX) {
        answer(exchange, 413, "");
        return;
      }
      Webhook webhook = genuine(exchange, body);
      if (webhook.kind() == Webhook.Kind.EVENT && webhook.event().getData() == null) {
        // Answered with an error, it comes again, and with its data as soon as the endpoint has been changed.
        answer(exchange, 501, "this receiver needs events with their data: set thin of the endpoint to false");
        return;
      }
      if (webhook.kind() == Webhook.Kind.EVENT) {
        try (Inbox inbox = new Inbox(database)) {
          inbox.put(webhook.event().getId(), new String(body, StandardCharsets.UTF_8));
        }
      }
      if (webhook.kind() == Webhook.Kind.VERIFICATION) answer(exchange, 200, webhook.answer());
      else answer(exchange, 204, "");
    } catch (PdaWebhookException refused) {
      answer(exchange, 401, refused.getMessage());
    } catch (SQLException e) {
      // The service sends the event again.
      System.err.println(e);
      answer(exchange, 500, "");
    } finally {
      exchange.close();
    }
  }

  private Webhook genuine(HttpExchange exchange, byte[] body) throws IOException {
    // Read anew, so that a rotation needs no restart.
    String[] secrets = Files.readString(secretsFile).strip().split("\\s+");
    return WebhookVerifier.builder().secrets(secrets).build().verify(body, exchange.getRequestHeaders()::getFirst);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** The table of events, by one connection. */
  private static final class Inbox implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;

    Inbox(String file) throws SQLException {
      // Transactions take the lock at their beginning, and wait for it.
      connection = DriverManager.getConnection("jdbc:sqlite:" + file + "?transaction_mode=IMMEDIATE&busy_timeout=15000");
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS inbox (event_id TEXT PRIMARY KEY, body TEXT NOT NULL, processed_at TEXT)");
        statement.execute("CREATE TABLE IF NOT EXISTS sales (payment_id TEXT NOT NULL, amount TEXT NOT NULL)");
      }
    }

    /** Stores an event. One that came before has no effect. */
    void put(String eventId, String body) throws SQLException {
      update("INSERT INTO inbox (event_id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", eventId, body);
    }

    /** Works off one event: its effect and its mark are one transaction. Several workers need a lock, e.g. FOR UPDATE SKIP LOCKED. */
    boolean workOff() throws SQLException, IOException {
      connection.setAutoCommit(false);
      try {
        String eventId = workOffNext();
        connection.commit();
        return eventId != null;
      } catch (SQLException | IOException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }

    private String workOffNext() throws SQLException, IOException {
      String eventId;
      String body;
      String next = "SELECT event_id, body FROM inbox WHERE processed_at IS NULL ORDER BY rowid LIMIT 1";
      try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(next)) {
        if (!row.next()) return null;
        eventId = row.getString(1);
        body = row.getString(2);
      }
      sell(JSON.readTree(body));
      update("UPDATE inbox SET processed_at = CURRENT_TIMESTAMP WHERE event_id = ?", eventId);
      return eventId;
    }

    /** What this shop does about events. It passes over types that it does not know. */
    private void sell(JsonNode event) throws SQLException {
      if (!event.path("type").asText().equals("payment.completed")) return;
      JsonNode payment = event.path("data").path("payment");
      update("INSERT INTO sales (payment_id, amount) VALUES (?, ?)", payment.path("paymentId").asText(), payment.path("amount").asText());
    }

    private void update(String sql, String... values) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int at = 0; at < values.length; at++) statement.setString(at + 1, values[at]);
        statement.executeUpdate();
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
