import { DefaultNamingStrategy } from 'typeorm';

/** The name of a property's column: the same in snake case. */
export function columnNameOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names columns after their properties, and primary keys as PostgreSQL does by itself. */
export class Naming extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return given ?? columnNameOf(property);
  }

  override primaryKeyName(...[table, columns]: Parameters<DefaultNamingStrategy['primaryKeyName']>): string {
    const name = this.getTableName(table);
    // TypeORM makes its own table before any migration.
    return /(?:^|\.)migrations$/.test(name) ? super.primaryKeyName(table, columns) : `${name}_pkey`;
  }
}
