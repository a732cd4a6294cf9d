"""What the web role may do on the tables that the framework brings: accounts, sessions, throttling."""

from django.db import migrations

GRANT = """
GRANT SELECT ON auth_user, auth_group, auth_permission, auth_group_permissions, auth_user_groups,
  auth_user_user_permissions, django_content_type, django_migrations TO entente_web;
GRANT INSERT, UPDATE ON auth_user TO entente_web;
GRANT INSERT, DELETE ON auth_user_groups, auth_user_user_permissions TO entente_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON django_session TO entente_web;
GRANT SELECT, INSERT, UPDATE, DELETE ON axes_accessattempt, axes_accesslog,
  axes_accessfailurelog, axes_accessattemptexpiration TO entente_web;
"""

REVOKE = """
REVOKE ALL ON auth_user, auth_group, auth_permission, auth_group_permissions, auth_user_groups,
  auth_user_user_permissions, django_content_type, django_migrations, django_session,
  axes_accessattempt, axes_accesslog, axes_accessfailurelog, axes_accessattemptexpiration
  FROM entente_web;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("negotiations", "0001_record"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("sessions", "0001_initial"),
        ("axes", "__latest__"),
    ]
    operations = [migrations.RunSQL(GRANT, REVOKE)]
