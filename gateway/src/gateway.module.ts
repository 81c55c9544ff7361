import type { Server } from 'node:http';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { AuthController } from './auth/auth.controller.ts';
import { GoogleSignIn } from './auth/google-sign-in.ts';
import { Journeys } from './auth/journeys.ts';
import { CommunityController } from './communities/community.controller.ts';
import { PollController } from './communities/poll.controller.ts';
import { LiveDialect } from './contract/live-dialect.ts';
import { Renewal } from './contract/renewal.ts';
import { Wholes } from './contract/wholes.ts';
import { FileController } from './files/file.controller.ts';
import { FileReading } from './files/file-reading.ts';
import { LeftUploads } from './files/left-uploads.ts';
import { Uploads } from './files/uploads.ts';
import { GameController } from './games/game.controller.ts';
import { GameGateway } from './games/game.gateway.ts';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.ts';
import { HealthController } from './health/health.controller.ts';
import { ReadinessCheck } from './health/readiness.ts';
import { AnswerWriter } from './http/answers/answer-writer.ts';
import { ServiceCalls } from './http/service-calls.ts';
import { OwnWrites } from './http/requests/own-writes.ts';
import { ClientAddresses } from './http/requests/client-addresses.ts';
import { PrivateCalls } from './http/requests/private-calls.ts';
import { RefusalsFilter } from './http/answers/refusals-filter.ts';
import { ShapePipe } from './http/answers/validation.ts';
import { People } from './identity/people.ts';
import { PersonController } from './identity/person.controller.ts';
import { ProfileController } from './identity/profile.controller.ts';
import { SignInWays } from './identity/sign-in-ways.ts';
import { UserController } from './identity/user.controller.ts';
import { InvitationController } from './invitations/invitation.controller.ts';
import { Invitations } from './invitations/invitations.ts';
import { LeaderboardController } from './leaderboard/leaderboard.controller.ts';
import { LimitKeys } from './limits/limit-keys.ts';
import { LimitsGuard } from './limits/limits-guard.ts';
import { accountKey } from './limits/login-delays.ts';
import { RateLimits } from './limits/rate-limits.ts';
import { ChatController } from './messaging/chat.controller.ts';
import { ChatGateway } from './messaging/chat.gateway.ts';
import { EnteredChats } from './messaging/entered-chats.ts';
import { MessagingController } from './messaging/messaging.controller.ts';
import { NoticesController } from './notifications/notices.controller.ts';
import { NotificationController } from './notifications/notification.controller.ts';
import { PushController } from './push/push.controller.ts';
import { AnswerController } from './qa/answer.controller.ts';
import { CommentController } from './qa/comment.controller.ts';
import { ContributionController } from './qa/contribution.controller.ts';
import { QuestionController } from './qa/question.controller.ts';
import { TagController } from './qa/tag.controller.ts';
import { ReportController } from './reports/report.controller.ts';
import { Reports } from './reports/reports.ts';
import { Things } from './reports/things.ts';
import { SearchController } from './search/search.controller.ts';
import { AccessStrategy } from './session/access-strategy.ts';
import { AccessTokens } from './session/access-tokens.ts';
import { BrowserTokens } from './session/browser-tokens.ts';
import { EndedSessions, loadFrom } from './session/ended-sessions.ts';
import { SessionCookies } from './session/session-cookies.ts';
import { SessionGuard } from './session/session-guard.ts';
import { Sessions } from './session/sessions.ts';
import { AdminController } from './site/admin.controller.ts';
import { Administration } from './site/administration.ts';
import { Members } from './site/members.ts';
import { Overview } from './site/overview.ts';
import { OperatorsOnly } from './site/operators-only.ts';
import { Site } from './site/site.ts';
import { SiteLog } from './site/site-log.ts';
import { LiveSockets } from './socket/live-sockets.ts';
import { OnlineGateway } from './socket/online.gateway.ts';
import { OnlinePeople } from './socket/online-people.ts';
import { SocketCalls } from './socket/socket-calls.ts';

/**
 * How long requests in flight may take when the gateway stops; a slow client would hold it up for
 * longer.
 */
const drainMs = 5_000;

/** Starts and stops the gateway's background work. */
@Injectable()
class GatewayLife implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly ended: EndedSessions,
    private readonly host: HttpAdapterHost,
  ) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server; // Fastify's, over HTTP/1.1
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  }

  onApplicationBootstrap(): void {
    this.ended.start();
  }

  onApplicationShutdown(): void {
    this.ended.stop();
  }
}

/** The gateway's controllers, guards and sockets, built from the environment. */
@Module({})
export class GatewayModule {
  static register(environment: GatewayEnvironment): DynamicModule {
    const { config, logger, rpc, signingKeys } = environment;
    const addresses = new ClientAddresses(config.TRUSTED_PROXIES, config.PUBLIC_ORIGINS, config.CLIENT_ORIGINS);
    const tokens = new AccessTokens(signingKeys);
    const rates = new RateLimits(config.LIMITS);
    const site = new Site(config.SIGNUP_CODE, (chosen) => rates.use(chosen === 'server' ? config.LIMITS : chosen));
    // When the operator ends a login delay, every gateway forgets the guesses it has counted.
    const ended = new EndedSessions(
      loadFrom(
        rpc,
        (username) => void rates.endDelay(accountKey(username)),
        (told, terms) => site.update(told, terms),
      ),
      Date.now,
      logger,
    );
    return {
      module: GatewayModule,
      controllers: [
        UserController,
        ProfileController,
        PersonController,
        AuthController,
        QuestionController,
        AnswerController,
        CommentController,
        TagController,
        ContributionController,
        MessagingController,
        ChatController,
        CommunityController,
        PollController,
        GameController,
        LeaderboardController,
        NotificationController,
        NoticesController,
        PushController,
        AdminController,
        InvitationController,
        SearchController,
        ReportController,
        FileController,
        HealthController,
      ],
      providers: [
        { provide: gatewayEnvironment, useValue: environment },
        { provide: ClientAddresses, useValue: addresses },
        { provide: AccessTokens, useValue: tokens },
        { provide: SessionCookies, useValue: new SessionCookies(tokens, addresses, new BrowserTokens(signingKeys)) },
        { provide: RateLimits, useValue: rates },
        { provide: EndedSessions, useValue: ended },
        { provide: Site, useValue: site },
        LimitKeys,
        AccessStrategy,
        AnswerWriter,
        OwnWrites,
        ServiceCalls,
        Wholes,
        LiveDialect,
        Renewal,
        Sessions,
        People,
        SignInWays,
        Administration,
        Invitations,
        Members,
        Overview,
        SiteLog,
        Reports,
        Things,
        Uploads,
        LeftUploads,
        FileReading,
        GoogleSignIn,
        Journeys,
        PrivateCalls,
        SocketCalls,
        EnteredChats,
        ChatGateway,
        GameGateway,
        OnlineGateway,
        OnlinePeople,
        ReadinessCheck,
        LiveSockets,
        GatewayLife,
        // In this order: session, then operators' rights, then rate limits.
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: OperatorsOnly },
        { provide: APP_GUARD, useClass: LimitsGuard },
        { provide: APP_PIPE, useClass: ShapePipe },
        { provide: APP_FILTER, useClass: RefusalsFilter },
      ],
    };
  }
}
