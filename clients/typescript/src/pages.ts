/** The most a list takes: fewer requests for the same items. */
export const LARGEST_PAGE = 100;

/** The items of all pages, one request per page, made when its first item is needed. */
export async function* itemsOf<Item>(
  readPage: (page: number) => Promise<{ data: Item[]; pagination: { hasNext: boolean } }>,
  firstPage = 1,
): AsyncGenerator<Item, void, undefined> {
  for (let page = firstPage; ; page += 1) {
    const { data, pagination } = await readPage(page);
    yield* data;
    if (!pagination.hasNext) return;
  }
}
