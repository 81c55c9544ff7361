import type { OfCommunity } from '@parlour/contracts/communities/communities.requests';
import type { ChangeSite, OfAccount, OfWaiting, RenameAccount, SetSitePicture } from '@parlour/contracts/site.requests';
import type { AdminPersonWire, OverviewWire } from '@parlour/contracts/site';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import { change, paged, type ListOf, type PageOf, type Submitted } from '../../shared/http/endpoint.ts';
import { refetchQuery } from '../../shared/state/refetch-query.ts';
import { setSiteLooks, setSiteTexts } from '../../shared/state/site.ts';

type AccountCall =
  | 'identity.suspend'
  | 'identity.restore'
  | 'identity.makeOperator'
  | 'identity.removeOperator'
  | 'identity.endSessionsOf'
  | 'identity.replacePassword';

/** The acts on accounts, as their addresses end. */
export type AccountActName =
  | 'suspend'
  | 'restore'
  | 'makeOperator'
  | 'removeOperator'
  | 'endSessions'
  | 'resetPassword';

/** Whether an act answered with the viewer's own account. */
function isOwn(answer: ReplyOf<AccountCall> | undefined): answer is AdminPersonWire {
  return answer !== undefined && 'own' in answer && answer.own;
}

/** Of a site that has none of its own; the document has it too (web/index.html). */
const defaultDescription = 'Questions, answers, chat and parlour games for your community.';

export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<OverviewWire, void>({ query: () => ({ path: '/admin/overview' }) }),
    getSite: build.query<ReplyOf<'identity.getSite'>, void>({
      query: () => ({ path: '/admin/site' }),
      providesTags: ['Site'],
    }),
    changeSite: build.mutation<ReplyOf<'identity.changeSite'>, Submitted<ChangeSite>>({
      query: change('/admin/site', 'PATCH'),
      async onQueryStarted(_changes, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        const { name, description } = answer.data;
        setSiteTexts({ name, description: description || defaultDescription });
        setSiteLooks(answer.data);
        void dispatch(adminApi.util.upsertQueryData('getSite', undefined, answer.data));
      },
      invalidatesTags: ['SiteLog'],
    }),
    setSitePicture: build.mutation<ReplyOf<'identity.setSitePicture'>, Submitted<SetSitePicture>>({
      query: change('/admin/site/picture'),
      async onQueryStarted(_picture, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) void dispatch(adminApi.util.upsertQueryData('getSite', undefined, answer.data));
      },
      invalidatesTags: ['SiteLog', 'Files'],
    }),
    getSiteLog: build.infiniteQuery<PageOf<'identity.getSiteLog'>, void, string>({
      ...paged(() => ({ path: '/admin/log' })),
      providesTags: ['SiteLog'],
    }),
    getAccounts: build.infiniteQuery<PageOf<'identity.getAccounts'>, ListOf<'identity.getAccounts'>, string>({
      ...paged((query) => ({ path: '/admin/people', query })),
      providesTags: ['Accounts'],
    }),
    getWaiting: build.infiniteQuery<PageOf<'identity.getWaiting'>, void, string>({
      ...paged(() => ({ path: '/admin/waiting' })),
      providesTags: ['Newcomers'],
    }),
    // Also after a refusal: another operator may have been faster.
    approve: build.mutation<ReplyOf<'identity.approve'>, Submitted<OfWaiting>>({
      query: change('/admin/approve'),
      invalidatesTags: ['Newcomers', 'Accounts', 'SiteLog', 'Users'],
    }),
    decline: build.mutation<ReplyOf<'identity.decline'>, Submitted<OfWaiting>>({
      query: change('/admin/decline'),
      invalidatesTags: ['Newcomers', 'SiteLog'],
    }),
    getAllCommunities: build.infiniteQuery<PageOf<'communities.getAll'>, ListOf<'communities.getAll'>, string>({
      ...paged((query) => ({ path: '/admin/communities', query })),
      providesTags: ['Communities'],
    }),
    getAllFiles: build.infiniteQuery<PageOf<'files.getLargest'>, void, string>({
      ...paged(() => ({ path: '/admin/files', query: {} })),
      providesTags: ['Files'],
    }),
    getMail: build.query<ReplyOf<'delivery.getMailState'>, void>({ query: () => ({ path: '/admin/mail' }) }),
    sendTestMail: build.mutation<ReplyOf<'delivery.sendTestMail'>, Submitted>({ query: change('/admin/mail/test') }),
    closeAnyCommunity: build.mutation<ReplyOf<'communities.closeAny'>, Submitted<OfCommunity>>({
      query: change('/admin/closeCommunity'),
      // Also after a refusal: its list may be old.
      invalidatesTags: (_result, _error, { communityId: id }) => ['Communities', tagOf('Community', id), 'SiteLog'],
    }),
    /** An act on an account: the account as it is then, or a temporary password. */
    actOnAccount: build.mutation<ReplyOf<AccountCall>, Submitted<OfAccount> & { readonly act: AccountActName }>({
      query: ({ act, ...body }) => change(`/admin/${act}`)(body),
      async onQueryStarted(_act, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        // The viewer's own rights may have changed: the menu and the page depend on them. Features
        // don't import each other, so the session's read is called by its name.
        if (isOwn(answer?.data)) dispatch(refetchQuery({ endpointName: 'restoreSession', originalArgs: undefined }));
      },
      invalidatesTags: (account) => [
        // People without rights may not read it again.
        ...(isOwn(account) && !account.operator ? [] : ['Accounts' as const]),
        'SiteLog',
        'Users',
        'User',
      ],
    }),
    renameAccount: build.mutation<ReplyOf<'identity.rename'>, Submitted<RenameAccount>>({
      query: change('/admin/rename', 'PATCH'),
      invalidatesTags: ['Accounts', 'SiteLog', 'Users', 'User'],
    }),
  }),
});

export const {
  useGetOverviewQuery,
  useGetSiteQuery,
  useChangeSiteMutation,
  useSetSitePictureMutation,
  useGetSiteLogInfiniteQuery,
  useGetAccountsInfiniteQuery,
  useGetWaitingInfiniteQuery,
  useApproveMutation,
  useDeclineMutation,
  useGetAllCommunitiesInfiniteQuery,
  useGetAllFilesInfiniteQuery,
  useGetMailQuery,
  useSendTestMailMutation,
  useCloseAnyCommunityMutation,
  useActOnAccountMutation,
  useRenameAccountMutation,
} = adminApi;
