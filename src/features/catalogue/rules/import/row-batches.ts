/** Rows of files, some at a time: memory holds one batch. */

const batchRows = 1000;

export async function* splitIntoBatches<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
