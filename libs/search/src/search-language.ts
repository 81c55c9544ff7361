import { IsIn } from 'class-validator';
import type { QueryRunner } from 'typeorm';
import { type Environment, readConfiguration } from '@parlour/kernel/config/config';

/** The languages whose words PostgreSQL stems. */
const languages = [
  ...['arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'estonian', 'finnish', 'french'],
  ...['german', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian'],
  ...['portuguese', 'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'],
];

/** SQL: makes what searches find by anew, after a change of what words are. */
export const renewIndexes = `
      do $$
      declare found regclass;
      begin
        -- Terms that a service stores, beside those in indexes of expressions.
        if to_regprocedure('renew_search_terms()') is not null then perform renew_search_terms(); end if;
        for found in
          select indexrelid::regclass from pg_index join pg_class c on c.oid = indexrelid
           where c.relnamespace = current_schema()::regnamespace and pg_get_indexdef(indexrelid) like '%search_terms(%'
        loop
          execute format('reindex index %s', found);
        end loop;
      end $$;`;

/** The operator's setting for searches, named like the environment's variable. */
export class SearchConfig {
  /** Blank to keep the one that the database has: at first, English. */
  @IsIn(['', ...languages], { message: `SEARCH_LANGUAGE must be one of ${languages.join(', ')}` })
  SEARCH_LANGUAGE = '';
}

/**
 * Stems the words of a service's texts in the language of the environment, if that is another one
 * than so far: then everything that searches find is indexed anew.
 * @throws {ConfigurationError} if the language is unknown
 */
export async function setSearchLanguage(runner: QueryRunner, environment: Environment): Promise<void> {
  const { SEARCH_LANGUAGE: language } = readConfiguration(SearchConfig, environment);
  if (language === '') return;
  const [stemmer] = (await runner.query(
    `select dictinitoption as options from pg_ts_dict where dictname = 'site_stem' and dictnamespace = current_schema()::regnamespace`,
  )) as { options: string }[]; // its one column
  // A service without texts to search has none.
  if (!stemmer || stemmer.options.includes(`'${language}'`)) return;
  await runner.startTransaction();
  try {
    await runner.query(`alter text search dictionary site_stem (language = ${language})`);
    await runner.query(renewIndexes);
    await runner.commitTransaction();
  } catch (failure) {
    await runner.rollbackTransaction();
    throw failure;
  }
}
