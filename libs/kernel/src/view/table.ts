import { getMetadataArgsStorage } from 'typeorm';
import { columnNameOf } from '../database/naming.ts';

/** A TypeORM entity class: the only declaration of a read model's table. */
export type EntityClass<Row extends object = object> = (new () => Row) & {
  /**
   * SQL for columns derived from the new row `n`, or from tables written before it, by property
   * name. A value that the row sets explicitly takes precedence.
   */
  readonly derived?: Readonly<Record<string, string>>;
};

/** A column as PostgreSQL knows it. */
export interface TableColumn {
  /** Its property in the entity class. */
  readonly property: string;
  readonly name: string;
  readonly type: string;
  readonly isArray: boolean;
}

/** A table as its entity class declares it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly keys: readonly TableColumn[];
  readonly derived: Readonly<Record<string, string>>;
}

const known = new Map<EntityClass, Table>();

/** @throws Error for a class that is not an entity, or whose columns have no explicit types */
export function tableOf(entity: EntityClass): Table {
  const table = known.get(entity) ?? readTable(entity);
  known.set(entity, table);
  return table;
}

function readTable(entity: EntityClass): Table {
  const { tables, columns } = getMetadataArgsStorage();
  const name = tables.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`${entity.name} is no entity with a name`);
  // Also those of classes that it extends.
  const own = columns.filter(
    ({ target }) => target === entity || (typeof target === 'function' && entity.prototype instanceof target),
  );
  const read = own.map(({ propertyName, options }) => {
    if (typeof options.type !== 'string') throw new Error(`${entity.name}.${propertyName} names no type`);
    return {
      isKey: options.primary === true,
      column: {
        property: propertyName,
        name: options.name ?? columnNameOf(propertyName),
        type: options.type,
        isArray: options.array === true,
      },
    };
  });
  return {
    name,
    columns: read.map(({ column }) => column),
    keys: read.filter(({ isKey }) => isKey).map(({ column }) => column),
    derived: entity.derived ?? {},
  };
}
