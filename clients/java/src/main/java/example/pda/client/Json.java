package example.pda.client;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Map;

/** Reads and writes the service's JSON. */
final class Json {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .addModule(new JavaTimeModule())
      .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
      .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .build();

  private Json() {}

  static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the request cannot be written as JSON", e);
    }
  }

  static <T> Envelope<T> readAnswer(byte[] body, Class<T> type) throws IOException {
    return MAPPER.readValue(body, envelopeOf(type));
  }

  static Envelope<?> readError(byte[] body) throws IOException {
    return MAPPER.readValue(body, envelopeOf(Map.class));
  }

  static <T> T read(byte[] text, Class<T> type) throws IOException {
    return MAPPER.readValue(text, type);
  }

  static JsonNode readTree(byte[] text) throws IOException {
    return MAPPER.readTree(text);
  }

  private static JavaType envelopeOf(Class<?> type) {
    return MAPPER.getTypeFactory().constructParametricType(Envelope.class, type);
  }
}
