import { DuckDBInstance } from '@duckdb/node-api'

/* Prints the rows of Parquet files, a line of JSON each, with bytes in hex and integers as numbers. */

const [, , folder, table] = process.argv
const database = await DuckDBInstance.create(':memory:')
const connection = await database.connect()
const source = `read_parquet('${folder}/regtest__${table}__*.parquet')`
const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)
const columns = described
  .getRowObjects()
  .map(({ column_name: name, column_type: type }) =>
    type === 'BLOB' ? `'0x' || lower(hex("${name}")) AS "${name}"` : `"${name}"`,
  )
// The files in the order of their names, which is that of their blocks.
const read = await connection.runAndReadAll(`SELECT ${columns.join(', ')} FROM ${source}`)
for (const row of read.getRowObjects()) {
  console.log(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}
