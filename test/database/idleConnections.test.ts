import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/connection.ts';
import { databaseForFile } from '../support/database.ts';

const { target } = await databaseForFile();

it('reports that an idle connection was lost, unless it is being closed', async () => {
  const lost: string[] = [];
  const database = openDatabase(target, ({ message }) => lost.push(message));
  await database.query({ text: 'SELECT 1' });
  database.pool.emit('error', new Error('while open'));
  const closed = database.close();
  database.pool.emit('error', new Error('while closing'));
  await closed;
  expect(lost).toEqual(['while open']);
});
