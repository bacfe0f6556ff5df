import { DuckDBInstance } from '@duckdb/node-api'

/* Prints the rows of a query, a line of JSON each, as arrays with bytes in hex and integers as text. */

const database = await DuckDBInstance.create(':memory:')
const connection = await database.connect()
const read = await connection.runAndReadAll(process.argv[2])
for (const row of read.getRowsJson()) console.log(JSON.stringify(row))
