package example.pda.client;

import java.util.List;

/**
 * A page of a list of the service. {@link Pages} goes from page to page.
 *
 * @param <T> what is listed
 */
public interface Page<T> {
  /**
   * Returns the items of this page.
   *
   * @return fewer than the page size or none at all also before the last page
   */
  List<T> getItems();

  /**
   * Returns the token of the next page.
   *
   * @return empty when this page is the last. Events have no last page: see {@link Positioned}
   */
  String getNextPageToken();
}
